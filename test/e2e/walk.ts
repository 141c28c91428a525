import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, type Locale } from '../../contract/locales'
import { ROUTES } from '../../src/routes'
import { pause } from '../support/until'
import { createTabActor } from './actor'
import { KEEPS_PICTURES, type OpenTab, OUTPUT } from './browser'
import type { Look, Stop } from './looks'
import {
  brokenLabelsOn,
  brokenWordsOn,
  clippedOn,
  coveredOn,
  firstStylesOn,
  lasting,
  overflowOn,
  rawTextsOn,
  sidewaysOn,
  violationsOn,
} from './pageChecks'
import type { Tab } from './tab'
import { groupsOf, textsOf } from './texts'
import { SHEETS } from './walkSheets'

/**
 * Opens pages in languages, themes and widths, looks for what is wrong, and keeps a picture of it; with PICTURES=1 one of each page.
 * The gallery has every page in every language.
 */

/** Problems at one stop; empty lists everywhere mean that all is well. */
export interface Finding {
  stop: string
  problems: string[]
}

/** The largest text of a phone. */
const LARGEST = { width: 390, height: 1600, text: 200 }
const SHAPES = [
  { width: 320, text: 150 },
  { width: 1440, height: 900 },
  { width: 390, text: 100 },
  { width: 600, height: 960 },
  LARGEST,
  { width: 360, height: 640, text: 100 },
  { width: 884, height: 1104 },
]
const HEIGHT = 844
/** Their lines may break within what others would call a word. */
const WITHOUT_SPACES: readonly Locale[] = ['zh-CN', 'zh-TW', 'ja-JP', 'th-TH']
/** A page that has not settled by then is looked at as it is. */
const SETTLE_WITHIN_MS = 5_000

/** Every page with parameters that show something; `ids` are of what the server has. */
export function pathsOf(ids: { news: string; order: string }): string[] {
  const query: Record<string, string> = {
    'pages/Detail/Detail': '?symbol=BTCUSDT',
    'pages/news/detail': `?id=${ids.news}`,
    'pages/order/closed': `?id=${ids.order}`,
  }
  return ROUTES.map(({ path }) => `/${path}${query[path] ?? ''}`)
}

/** Each page once, by turns in all languages and both themes, on phones and in wide windows, with text of three sizes. */
export const sampledStops = (paths: readonly string[]): Stop[] =>
  paths.map((path, at) => {
    const language = at % LOCALES.length
    const shape = SHAPES[at % SHAPES.length] ?? LARGEST
    return { path, locale: LOCALES[language] ?? 'en-US', dark: language % 2 === 1, ...shape }
  })

/** A few pages, each kind of them, in one look. */
export const fewStops = (paths: readonly string[], every: number, look: Look): Stop[] =>
  paths.filter((_, at) => at % every === 0).map((path) => ({ path, ...look }))

export interface WalkOptions {
  /** Opens a tab of this engine for one look. */
  openTab(look: Required<Look>): Promise<OpenTab>
  /** Name of the pictures and the contact sheet, in `output`. */
  name: string
  origin: string
  /** Session of somebody who is logged in: { token, user } as POST /sessions returns it. */
  session: { token: string; user: unknown }
  stops: readonly Stop[]
  /** Without axe, most of whose findings are the same in every engine. */
  loosely?: boolean
}

/** Walks the stops and returns those with problems; pictures are in `output/<name>`. */
export async function walk({
  openTab,
  name,
  origin,
  session,
  stops,
  loosely = false,
}: WalkOptions): Promise<Finding[]> {
  const folder = join(OUTPUT, name)
  mkdirSync(folder, { recursive: true })
  const findings: Finding[] = []
  for (const group of groupedBy(stops, ({ locale, dark }) => `${locale} ${dark}`)) {
    const [first] = group
    if (!first) continue
    const opened = await openTab(lookOf(first))
    await prepare(opened.tab, origin, first, session)
    for (const [before, stop] of group.map((one, at) => [group[at - 1], one] as const)) {
      const { height, width, text } = lookOf(stop)
      await opened.reshape({ height, width, text })
      if (stop.path !== before?.path || stop.sheet) await goTo(opened.tab, origin, stop, before)
      await settles(opened.tab)
      if (stop.sheet) await SHEETS[stop.sheet]?.open(createTabActor(opened.tab, origin), textsOf(stop.locale))
      const problems = await lookAt(opened.tab, stop, loosely)
      problems.push(...opened.complaints.splice(0))
      if (problems.length > 0 || KEEPS_PICTURES) await opened.tab.screenshot(join(folder, pictureOf(stop)))
      if (problems.length > 0) findings.push({ stop: stopName(stop), problems })
    }
    await opened.close()
  }
  return findings
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups.values()]
}

const lookOf = ({ locale, dark, width, height = HEIGHT, text = 100 }: Look) => ({ locale, dark, width, height, text })
const lookName = ({ locale, dark, width, text = 100 }: Look) =>
  `${locale} ${dark ? 'dark' : 'light'} ${width}${text === 100 ? '' : ` ${text}%`}`
const stopName = (stop: Stop) => `${lookName(stop)} ${stop.path}${stop.sheet ? ` ${stop.sheet}` : ''}`
const pictureOf = (stop: Stop) =>
  `${stopName({ ...stop, path: stop.path.split('?')[0] ?? '' })
    .replace(/[ /]+/g, '-')
    .replace('%', '')}.jpg`

/** The device as this user would have left it. */
async function prepare(tab: Tab, origin: string, { locale, dark }: Look, session: WalkOptions['session']) {
  // A picture has the app's storage, and no app that writes to it in the meantime.
  await tab.go(`${origin}/h5/icon-512.png`)
  await tab.evaluate(
    (look, { token, user }) => {
      const keep = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify({ version: 1, value }))
      localStorage.setItem('language', look.locale)
      keep('preferences', { theme: look.dark ? 'dark' : 'light', hideBalances: false, timeZone: 'local' })
      keep('session', { token, userInfo: user, appInfo: null, registerInfo: null, orderBackUrl: '', kefuUrl: '' })
    },
    { locale, dark },
    session,
  )
}

/** Runs in the page: the page of the address has content and nothing is loading. */
function isSettled(): boolean {
  const address = `${decodeURIComponent(location.hash.slice(1)).split('?')[0]}?`.toLowerCase()
  const isShown = (main: Element) => {
    const page = main.closest('.taro_page')
    return main.checkVisibility() && main.textContent !== '' && page?.id.toLowerCase().startsWith(address)
  }
  return (
    [...document.querySelectorAll('.screen [role="main"]')].some(isShown) &&
    ![...document.querySelectorAll('[aria-busy="true"], .skeleton')].some((node) => node.checkVisibility())
  )
}

async function settles(tab: Tab) {
  for (const deadline = Date.now() + SETTLE_WITHIN_MS; Date.now() < deadline; ) {
    if (await tab.evaluate(isSettled).catch(() => false)) return
    await pause(50)
  }
}

/** The first page of a tab starts as a newcomer by its link would see it, and so does one that a sheet was over. */
const goTo = (tab: Tab, origin: string, { path }: Stop, before: Stop | undefined) =>
  before === undefined || before.sheet
    ? // Another query is another document.
      tab.go(`${origin}/h5/?${Math.random().toString(36).slice(2)}#${path}`)
    : tab.evaluate((next) => location.assign(`#${next}`), path)

async function lookAt(tab: Tab, stop: Stop, loosely: boolean): Promise<string[]> {
  const groups = groupsOf(stop.locale)
  // A label of the largest text may need two lines.
  const labels = async (of: Tab) =>
    (await brokenLabelsOn(of)).filter((problem) => stop.text !== LARGEST.text || !problem.includes(' wraps: '))
  return [
    ...named('sideways', stop.sheet ? await lasting(sidewaysOn, tab) : []),
    ...named('covered', stop.sheet ? await lasting(coveredOn, tab) : []),
    ...named('word', WITHOUT_SPACES.includes(stop.locale) ? [] : await lasting(brokenWordsOn, tab)),
    ...named('first styles', await lasting(firstStylesOn, tab)),
    ...named('overflow', await lasting(overflowOn, tab)),
    ...named('clipped', await lasting(clippedOn, tab)),
    ...named('label', await lasting(labels, tab)),
    ...named('raw text', await rawTextsOn(tab, groups)),
    ...named('axe', loosely ? [] : await lasting(violationsOn, tab)),
  ]
}

const named = (name: string, problems: readonly string[]) => problems.map((problem) => `${name}: ${problem}`)
