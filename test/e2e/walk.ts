import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, type Locale } from '../../contract/locales'
import { ROUTES } from '../../src/routes'
import { type OpenTab, OUTPUT } from './browser'
import { clippedOn, lasting, overflowOn, rawTextsOn, violationsOn } from './pageChecks'
import type { Tab } from './tab'
import { groupsOf } from './texts'

/** Opens pages in languages, themes and widths, looks for what is wrong, and keeps a picture of each. */

export interface Look {
  locale: Locale
  dark: boolean
  /** Of the window, in CSS pixels. */
  width: number
  height?: number
}

export interface Stop extends Look {
  /** With its parameters, e.g. "/pages/Detail/Detail?symbol=BTCUSDT". */
  path: string
}

/** What is wrong at one stop; empty lists everywhere mean that all is well. */
export interface Finding {
  stop: string
  problems: string[]
}

export const WIDTHS = [320, 390, 430]
const HEIGHT = 844
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

/** The whole: every page × ten locales × light and dark × three widths. */
export function everyStop(paths: readonly string[]): Stop[] {
  return LOCALES.flatMap((locale) =>
    [false, true].flatMap((dark) => WIDTHS.flatMap((width) => paths.map((path) => ({ path, locale, dark, width })))),
  )
}

/**
 * A sample: each page twice, each locale, theme and width many times. The long languages have the narrow phones, where
 * texts break first.
 */
export function sampledStops(paths: readonly string[]): Stop[] {
  const widthOf = (locale: Locale, index: number) =>
    locale === 'de-DE' || locale === 'th-TH' || locale === 'fr-FR' ? 320 : (WIDTHS[index % WIDTHS.length] ?? 390)
  return LOCALES.flatMap((locale, index) =>
    paths
      .filter((_, at) => at % 5 === index % 5)
      .map((path, at) => ({ path, locale, dark: (at + index) % 2 === 1, width: widthOf(locale, at + index) })),
  )
}

/** A few pages, each kind of them, in one look. */
export const fewStops = (paths: readonly string[], every: number, look: Look): Stop[] =>
  paths.filter((_, at) => at % every === 0).map((path) => ({ path, ...look }))

export interface WalkOptions {
  /** Opens a tab of this engine for one look. */
  openTab(look: Required<Look>): Promise<OpenTab>
  /** Of the pictures and the contact sheet, in `output`. */
  name: string
  origin: string
  /** Of somebody who is logged in: { token, user } as POST /sessions gives it. */
  session: { token: string; user: unknown }
  stops: readonly Stop[]
}

/** Walks the stops and returns those with problems; the pictures and the contact sheet lie in `output/<name>`. */
export async function walk({ openTab, name, origin, session, stops }: WalkOptions): Promise<Finding[]> {
  const folder = join(OUTPUT, name)
  mkdirSync(folder, { recursive: true })
  const findings: Finding[] = []
  const byLook = new Map<string, Stop[]>()
  for (const stop of stops) {
    const key = lookName(stop)
    byLook.set(key, [...(byLook.get(key) ?? []), stop])
  }
  for (const group of byLook.values()) {
    const [first] = group
    if (!first) continue
    const { tab, complaints, close } = await openTab({ height: HEIGHT, ...first })
    await prepare(tab, origin, first, session)
    for (const stop of group) {
      const problems = await lookAt(tab, origin, stop, join(folder, pictureOf(stop)))
      problems.push(...complaints.splice(0))
      if (problems.length > 0) findings.push({ stop: `${lookName(stop)} ${stop.path}`, problems })
    }
    await close()
  }
  writeFileSync(join(folder, 'index.html'), contactSheet(stops, findings))
  return findings
}

const lookName = ({ locale, dark, width }: Look) => `${locale} ${dark ? 'dark' : 'light'} ${width}`
const pictureOf = (stop: Stop) =>
  `${lookName(stop).replaceAll(' ', '-')}${stop.path.split('?')[0]?.replaceAll('/', '-')}.jpg`

/** The device as this user would have left it. */
async function prepare(tab: Tab, origin: string, { locale, dark }: Look, session: WalkOptions['session']) {
  await tab.go(`${origin}/h5/`)
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

/** Runs in the page: the page has content and nothing is loading. */
const isSettled = () =>
  [...document.querySelectorAll('.screen [role="main"]')].some((node) => node.checkVisibility() && node.textContent) &&
  ![...document.querySelectorAll('[aria-busy="true"], .skeleton')].some((node) => node.checkVisibility())

async function settles(tab: Tab) {
  for (const deadline = Date.now() + SETTLE_WITHIN_MS; Date.now() < deadline; ) {
    if (await tab.evaluate(isSettled).catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function lookAt(tab: Tab, origin: string, stop: Stop, picture: string): Promise<string[]> {
  // Another query is another document: each page starts as a newcomer by its link would see it.
  await tab.go(`${origin}/h5/?${Math.random().toString(36).slice(2)}#${stop.path}`)
  await settles(tab)
  const groups = groupsOf(stop.locale)
  const found = [
    ...named('overflow', await lasting(overflowOn, tab)),
    ...named('clipped', await lasting(clippedOn, tab)),
    ...named('raw text', await rawTextsOn(tab, groups)),
    ...named('axe', await lasting(violationsOn, tab)),
  ]
  await tab.screenshot(picture)
  return found
}

const named = (name: string, problems: readonly string[]) => problems.map((problem) => `${name}: ${problem}`)
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** One row a page, every look beside the other; what has problems is framed and says so. */
function contactSheet(stops: readonly Stop[], findings: readonly Finding[]): string {
  const problemsOf = new Map(findings.map(({ stop, problems }) => [stop, problems]))
  const picture = (stop: Stop) => {
    const problems = problemsOf.get(`${lookName(stop)} ${stop.path}`) ?? []
    const name = `${lookName(stop)} ${stop.path}`
    return `<figure class="${problems.length > 0 ? 'bad' : ''}"><img loading="lazy" src="${pictureOf(stop)}" alt="${escaped(name)}"><figcaption>${escaped(lookName(stop))}${problems.map((problem) => `<br>${escaped(problem)}`).join('')}</figcaption></figure>`
  }
  const rows = [...new Set(stops.map(({ path }) => path))].map(
    (path) =>
      `<h2>${escaped(path)}</h2><div>${stops
        .filter((stop) => stop.path === path)
        .map(picture)
        .join('')}</div>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>body{font:13px sans-serif;margin:16px}div{display:flex;gap:8px;overflow-x:auto}figure{margin:0;flex:none;width:200px}img{width:100%;border:1px solid #ccc}.bad img{border:3px solid #c00}</style>${rows.join('')}`
}
