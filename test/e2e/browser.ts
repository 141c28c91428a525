import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import puppeteer, {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  type HTTPResponse,
  type Page,
} from 'puppeteer-core'
import type { Locale } from '../../contract/locales'
import { required } from '../../scripts/setup/requirements.mjs'
import { WAIT_MS } from '../support/until'
import { puppeteerTab, type Tab } from './tab'

export const OUTPUT = join(__dirname, 'output')

/** Whether pictures are kept of everything that is looked at, for people; otherwise only of problems. */
export const KEEPS_PICTURES = process.env.PICTURES === '1'

/** For people, who ask for it with PICTURES=1. */
export async function photograph(page: Page, name: string) {
  if (KEEPS_PICTURES) await page.screenshot({ path: join(OUTPUT, `${name}.png`) })
}

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The phone that the design is drawn for. */
export const PHONE = { width: 390, height: 844 }

/** Queries by role, label and text, as a screen reader finds things; runs inside the page. */
export const TESTING_LIBRARY = readFileSync(
  require.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** The same for each page that loads, most of which are left before anything is looked for. */
const LIBRARY_IF_ASKED = `Object.defineProperty(globalThis, 'TestingLibraryDom', {
  configurable: true,
  get() {
    const exports = {}
    const module = { exports }
    ${TESTING_LIBRARY}
    Object.defineProperty(globalThis, 'TestingLibraryDom', { value: exports })
    return exports
  },
})`

/** "chromium shell" is Chromium's engine without tabs that hide each other and notices: it takes a sixth less of the processor. */
export type Engine = 'chromium shell' | 'chromium' | 'firefox'

export interface Launch {
  /** Firefox's; with one of Marionette's it listens for its commands, too. */
  prefs?: Record<string, unknown>
  /** Chromium's own window, CSS pixels: of a page that is larger, it draws only this part, and times no picture of the rest. */
  window?: { width: number; height: number }
  /** Takes certificates that nobody vouches for. */
  takesAnyCertificate?: boolean
}

export async function launch(
  engine: Engine = 'chromium shell',
  { prefs = {}, window, takesAnyCertificate: acceptInsecureCerts = false }: Launch = {},
): Promise<Browser> {
  mkdirSync(OUTPUT, { recursive: true })
  if (engine === 'firefox') {
    const args = 'marionette.port' in prefs ? ['--marionette'] : []
    const executablePath = required('firefox')
    return puppeteer.launch({ browser: 'firefox', executablePath, headless: true, args, extraPrefsFirefox: prefs })
  }
  const executablePath = required(engine)
  const size = window ? [`--window-size=${window.width},${window.height}`] : []
  return puppeteer.launch({ executablePath, headless: true, acceptInsecureCerts, args: [...CHROMIUM_ARGS, ...size] })
}

/** Layout parameters of a page. */
export interface Shape {
  /** Size of the window, in CSS pixels. */
  width: number
  height: number
  /** The size of text that the user asks of the browser, in per cent; only Chromium can be told. */
  text: number
}

/** A visitor of any engine. */
export interface OpenTab {
  tab: Tab
  /** Everything the browser complained about: console errors, CSP violations, exceptions, failed requests. */
  complaints: string[]
  /** Lays out the open page again. */
  reshape(shape: Shape): Promise<void>
  close(): Promise<void>
}

const NORMAL_TEXT = 100

/** As a user's setting of the browser does; stays until it is set again. */
export async function setTextSize(page: Page, percent: number) {
  const standard = (16 * percent) / 100
  const session = await page.createCDPSession()
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
}

export interface OpenPage extends OpenTab {
  page: Page
}

/** Files that the server should have had: any file; of the data something may be gone. */
export const isMissed = (response: HTTPResponse) =>
  response.status() >= 500 ||
  (response.status() === 404 && !/^\/(console-)?api\//.test(new URL(response.url()).pathname))

/** Chromium repeats an HTTP error that a page handles in the console; whether it was due is the test's matter. */
const handledStatus = (text: string) => /the server responded with a status of 4\d\d/.test(text)

function describe(message: ConsoleMessage): string {
  const { url } = message.location()
  return `console ${message.type()}: ${message.text()}${url ? ` (${url})` : ''}`
}

export interface Visit {
  width: number
  height: number
  /** Device pixels to one of CSS; 1 unless told. */
  scale?: number
  /** A finger instead of a mouse. */
  touch?: boolean
  dark?: boolean
  /** The language of the app; every page that loads begins with it. */
  locale?: Locale
  /** With the service worker; without it no app is fetched and kept as a whole, and the network answers each request. */
  offline?: boolean
}

/** Runs in the page, before its scripts; the empty page that a tab begins with has no storage. */
function keepLanguage(locale: Locale) {
  if (window.origin !== 'null') localStorage.setItem('language', locale)
}

/** Runs in the page, before its scripts. */
function registerNoWorker() {
  Object.assign(navigator.serviceWorker ?? {}, { register: () => new Promise(() => undefined) })
}

/**
 * A fresh visitor: own storage, phone-sized window, every complaint of the browser collected.
 * @param browser from `launch`
 */
export async function visit(
  browser: Browser,
  { width, height, scale = 1, touch = false, dark = false, locale, offline = false }: Visit = { ...PHONE },
): Promise<OpenPage> {
  const context: BrowserContext = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const complaints: string[] = []
  const isChromium = (await browser.version()).includes('Chrom')
  await page.setViewport({
    width,
    height,
    deviceScaleFactor: scale,
    ...(isChromium ? { hasTouch: touch, isMobile: touch } : {}),
  })
  // Firefox has neither of these over BiDi; there, a page takes its theme from the user's choice in the app.
  if (!offline && isChromium) await page.evaluateOnNewDocument(registerNoWorker)
  if (dark && isChromium) await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }])
  page.on('console', (message) => {
    if (message.type() === 'error' && !handledStatus(message.text())) complaints.push(describe(message))
  })
  page.on('pageerror', (error) => complaints.push(`exception: ${error instanceof Error ? error.stack : String(error)}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (!/ERR_ABORTED|NS_BINDING_ABORTED/.test(reason)) complaints.push(`request failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (isMissed(response)) complaints.push(`answer ${response.status()}: ${response.url()}`)
  })
  if (locale) await page.evaluateOnNewDocument(keepLanguage, locale)
  await page.evaluateOnNewDocument(LIBRARY_IF_ASKED)
  let size = NORMAL_TEXT
  const reshape = async (shape: Shape) => {
    await page.setViewport({ ...page.viewport(), width: shape.width, height: shape.height })
    if (shape.text === size) return
    size = shape.text
    await setTextSize(page, size)
  }
  return { page, tab: puppeteerTab(page), complaints, reshape, close: () => context.close() }
}
