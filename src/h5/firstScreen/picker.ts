import type { AppInfo } from '../../../contract/app'
import { DEFAULT_LOCALE, type Locale } from '../../../contract/locales'
import type { ProductSummary } from '../../../contract/market'
import type { Order } from '../../../contract/orders'
import type { ShownResult } from '../../../contract/shownResult'
import { isSimulatedMarket } from '../../domain/labels'
import { formatOf } from '../../i18n/numbers'
import type { FirstData } from '../../platform/firstScreen'
import { exampleValues } from './exampleValues'
import type { FirstLanguage, FirstPage } from './page'
import { type Fill, productValues } from './productValues'

/*
 * Runs inline, before any other script: asks for the files of the page that the address names, and paints that page's
 * first screen in the user's language and theme as soon as its template is there, while the rest of the document is
 * still on its way. The app takes over (src/platform/firstScreen.ts). Its hash is in the content security policy; if the
 * policy refuses it, the app comes up without it.
 */

declare global {
  interface Window {
    /** Called behind the templates of a page, or with "list" behind those of all lists. */
    firstParts: (step: string) => void
  }
}

interface Kept {
  session: { token?: string; appInfo?: AppInfo }
  preferences: { theme?: string; upColorChoice?: string }
  example: Partial<ShownResult>
  lastKnown: { products?: ProductSummary[]; user?: { positions: Pick<Order, 'expiresAt'>[]; steps: boolean } | null }
}

const root = document.documentElement
const byId = (id: string) => document.getElementById(id)
const markup = (id: string) => byId(`first-${id}`)?.textContent || undefined
const parsed = (text: string | null | undefined) => JSON.parse(text || '{}')
const kept = <K extends keyof Kept>(key: K): Kept[K] => parsed(localStorage.getItem(key)).value || {}

function ask(file: string, priority: 'auto' | 'low') {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.fetchPriority = priority
  link.as = /css$/.test(file) ? 'style' : 'script'
  link.href = file
  document.head.append(link)
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '')

/** Which of the notices about funds and market is due. */
function bandOf({ feed = '', funds }: Partial<AppInfo>, bands: FirstPage['bands']) {
  const isDemo = funds === 'demo'
  if (!isSimulatedMarket(feed)) return isDemo ? bands.demoFunds : undefined
  return isDemo ? bands.simulatedDemo : bands.simulated
}

/** The classes of the user's theme, as `src/lifecycles/appearance.ts` sets them. */
function lookIn(locale: Locale): string {
  const { theme, upColorChoice } = kept('preferences')
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const redUp = upColorChoice ? upColorChoice === 'red' : locale.startsWith('zh')
  return `theme-${isDark ? 'dark' : 'light'}${redUp ? ' red-up' : ''}`
}

function start(page: FirstPage) {
  const { pages, files, languages } = page
  const { token } = kept('session')
  const asked = (localStorage.getItem('language') || '').replace(/"/g, '')
  const other = languages[asked]
  const locale = other ? (asked as Locale) : DEFAULT_LOCALE
  const [path, query = ''] = location.hash.slice(1).split('?')
  // As `startAt`: the bare address is home for who is logged in.
  const isBare = !path || path === '/'
  const name = (isBare && token ? 'home' : pages[path || '/']) ?? ''
  // Before all else: without it there is no picture.
  const answer = name && other ? fetch(other) : undefined
  const requested = new Set<string>()
  const asks = (names: string[], priority: 'auto' | 'low' = 'auto') => {
    for (const file of names.flatMap((one) => files[one] || [])) {
      if (!requested.has(file)) ask(file, priority)
      requested.add(file)
    }
  }
  // Any other page shows nothing without the rest.
  if (!name) return asks([locale, 'rest', `${locale}/rest`])
  // To ask takes a slow phone as long as to paint, and the app's own files are on their way for longer than these.
  const askForPage = () => asks([locale, name])
  if (answer) askForPage()
  else afterPicture(askForPage)
  // The ticket of a product waits for these files. Elsewhere they would only take time from the first scripts.
  if (name === 'detail') window.firstRest = () => asks(['rest', `${locale}/rest`, `${name}/rest`], 'low')
  const look = lookIn(locale)
  root.lang = locale
  root.className = look
  const symbol = new URLSearchParams(query).get('symbol') || ''
  const show = (language: FirstLanguage) => {
    visit = { ...page, locale, look, name, isUser: Boolean(token), symbol, ...language }
    paintOnce()
  }
  if (!answer) return show(page.language)
  answer
    .then((file) => file.json())
    .then(show)
    .catch(() => undefined)
}

interface Visit extends FirstLanguage, Pick<FirstPage, 'bands' | 'calls' | 'terms'> {
  locale: Locale
  look: string
  /** Name of the page and of its template. */
  name: string
  isUser: boolean
  /** Symbol of the product in the address. */
  symbol: string
}

/** The visit to paint, once its texts are there. */
let visit: Visit | undefined
const steps = new Set<string>()
let tellList = () => {}
const listParts = new Promise<void>((resolve) => {
  tellList = resolve
})

/** Without the inline styles the app has been quicker. */
function paintOnce() {
  if (!visit || !steps.has(visit.name) || !byId('first-css')) return
  const { name, isUser } = visit
  const template = markup(`${name}${isUser ? 'User' : ''}`)
  if (template) paint(template, visit)
  visit = undefined
}

function paint(template: string, { locale, look, symbol, texts, numbers, bands, calls, terms }: Visit) {
  const data: FirstData = parsed(byId('first-data')?.textContent)
  // The rest is kept, too: to ask for it now would only keep a slow phone busy.
  if (data.isKept) window.firstRest = undefined
  const appInfo: Partial<AppInfo> = data.appInfo || kept('session').appInfo || {}
  const write = (mark: string, values: Fill) =>
    mark
      .replace(/\[\[(\d+)\]\]/g, (_, index) => texts[index] ?? '')
      .replace(/\{\{(\w+)\}\}/g, (_, one) => values[one] ?? '')
  const fill = (text: string, values: Fill, parts: Fill = {}) =>
    text.replace(/\[\[\d+\]\]|\{\{(\w+)\}\}/g, (mark, one) => parts[one] ?? escaped(write(mark, values)))

  const products = (data.products || kept('lastKnown').products || []).map((one) => ({
    ...one,
    spark: one.spark || [],
  }))
  const named = (one: ProductSummary) => ({ ...one, name: data.names?.[locale]?.[one.symbol] || one.name })
  const valuesOf = (one: ProductSummary) => productValues(named(one), formatOf(numbers))
  const product = products.find((one) => one.symbol === symbol)
  const shown = products.filter(({ recommended, quote }) => recommended && quote)
  // The product of the free guess, as `GuessFace` chooses it: its price is the largest text that a visitor sees.
  const guessed = shown.find(({ status }) => status === 'open')
  const values: Fill = {
    ...(guessed ? valuesOf(guessed) : { price: '–' }),
    theme: look,
    name: appInfo.name || 'Fairtick',
    currency: appInfo.currency ? appInfo.currency.code : '',
    language: texts[texts.length - 1] ?? '',
    symbol,
    ...(product ? { symbol: valuesOf(product).title } : {}),
  }
  const list = () => {
    const sparks = parsed(byId('first-sparks')?.textContent)
    const rows = shown.map((one) => {
      const drawn = { ...one, spark: sparks[one.symbol] || one.spark }
      return fill(markup(`row-${one.status}`) ?? '', valuesOf(drawn))
    })
    return fill(markup(rows.length > 0 ? 'list' : 'listOutline') ?? '', values, { rows: rows.join('') })
  }
  /** The example as the page or the last visit has it. */
  const exampleCard = () => {
    const told = (data.example || kept('example')) as ShownResult
    const values = told.ticks && exampleValues(told, formatOf(numbers))
    const call = calls[`${told.direction}.${told.status}`]
    if (!values || !call) return fill(markup('promises') ?? '', {})
    const traded = products.find((one) => one.symbol === told.symbol)
    const words = { ...call, terms: terms[isSimulatedMarket(appInfo.feed ?? '') ? 'simulated' : 'live'] }
    for (const [name, mark] of Object.entries(words)) values[name] = write(mark, {})
    return fill(markup('example') ?? '', { title: told.symbol, ...(traded && valuesOf(traded)), ...values })
  }
  const parts = {
    proof: LATER_PLACE,
    list: LATER_PLACE,
    head: product?.quote ? fill(markup('head') ?? '', valuesOf(product)) : (markup('headOutline') ?? ''),
  }
  const copy = document.createElement('div')
  copy.className = 'first'
  copy.innerHTML = fill(template, values, parts)
  const band = bandOf(appInfo, bands)
  const notice = copy.querySelector('.screen__band')
  if (notice && band) notice.textContent = write(band, values)
  else notice?.remove()
  // Space for parts that only some users have, as `restoreLastKnown` decides.
  const { user } = kept('lastKnown')
  const runs = user?.positions.some(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > Date.now())
  if (!runs) copy.querySelector('.home__room--running')?.remove()
  if (!user?.steps) copy.querySelector('.home__room--steps')?.remove()
  rememberTap(copy)
  root.className = `${look} first-shown`
  document.body.prepend(copy)
  const place = copy.querySelector('#first-later')
  if (place && template.includes('{{list}}')) addLater(place, list, listParts)
  else if (place) addLater(place, exampleCard, Promise.resolve())
}

/** The app repeats the last tap on the copy. */
function rememberTap(copy: Element) {
  // They were made without products, so that nothing could be chosen.
  for (const button of copy.querySelectorAll('button')) button.disabled = false
  copy.addEventListener('click', (event) => {
    const target = (event.target as Element).closest<HTMLElement>('a, button')
    if (!target) return
    event.preventDefault()
    window.firstTap = target.dataset.name || target.getAttribute('aria-label') || target.textContent
  })
}

const LATER_PLACE = '<i id="first-later"></i>'

/**
 * A list, or the card of the example, comes with the second frame: laying out its texts would hold up the first by a
 * tenth of a second. So does all from its part of the page on, and nothing moves.
 */
function addLater(place: Element, draw: () => string, parts: Promise<void>) {
  const page = place.closest('.home, .welcome')
  const children = Array.from(page?.children ?? [])
  const later = children.slice(children.findIndex((part) => part.contains(place)))
  for (const part of later) part.remove()
  const add = () => {
    place.outerHTML = draw()
    page?.append(...later)
  }
  afterPicture(() => void parts.then(add))
}

/** Calls `run` once what is painted now is on the screen. */
const afterPicture = (run: () => void) => requestAnimationFrame(() => setTimeout(run))

/** Storage that is forbidden or damaged: the app comes up by itself. */
function attempt(run: () => void) {
  try {
    run()
  } catch {
    visit = undefined
  }
}

const styles = byId('app-css') as HTMLLinkElement
const showStyles = () => {
  styles.media = 'all'
}
// A kept sheet is there before the picture, which all of its rules would hold up.
const offer = () => {
  if (root.classList.contains('first-shown')) afterPicture(showStyles)
  else showStyles()
}

attempt(() => start(parsed(byId('first-screens')?.textContent)))
window.firstParts = (step) => {
  steps.add(step)
  attempt(paintOnce)
  if (step !== 'list') return
  tellList()
  if (styles.sheet) offer()
  else styles.onload = offer
}
