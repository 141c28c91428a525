/** The service worker's handling of a request; kept apart from its events so that it can be tested. */

/** `shell`: the page itself, the kept one first. `asset`: a file whose name changes with what it holds. */
export type Handling = 'shell' | 'asset' | 'none'

export interface SeenRequest {
  method: string
  /** As in the Fetch standard; "navigate" is a page. */
  mode: string
  url: string
}

// As `config/index.ts` names them.
const HASHED = /[./-][0-9a-f]{7,}[./]/

/** `scope` is the folder of the app, e.g. "https://host/h5/". The API and sockets are never touched. */
export function handlingOf({ method, mode, url }: SeenRequest, scope: string): Handling {
  if (method !== 'GET' || !url.startsWith(scope)) return 'none'
  if (mode === 'navigate') return 'shell'
  return HASHED.test(url.slice(scope.length)) ? 'asset' : 'none'
}

export interface KeptAsset {
  url: string
  /** When the server sent it, epoch ms; 0 if unknown. */
  at: number
}

/** A tab that has been open since an older build may still ask for that build's files. */
const KEPT_MS = 14 * 86_400_000
const KEPT_MAX = 300

/** Files to delete: files that this build does not have, once they are old or too many. */
export function outdatedAssets(kept: readonly KeptAsset[], current: ReadonlySet<string>, now: number): string[] {
  const older = kept.filter(({ url }) => !current.has(url)).sort((a, b) => b.at - a.at)
  return older.filter(({ at }, index) => index >= KEPT_MAX || now - at > KEPT_MS).map(({ url }) => url)
}

/** As the build names their files (src/i18n/loadMessages.ts, scripts/lib/firstScreen.mjs). */
const LANGUAGE = /\/locale-([a-z]{2}-[A-Z]{2})-(?:json-first|json-rest|screen)/

/** The languages that have texts among the files of any build. */
export function languagesIn(urls: readonly string[]): ReadonlySet<string> {
  return new Set(urls.flatMap((url) => LANGUAGE.exec(url)?.[1] ?? []))
}

/** The texts of these languages among the files of a build. */
export const ofLanguages = (paths: readonly string[], languages: ReadonlySet<string>): string[] =>
  paths.filter((path) => languages.has(LANGUAGE.exec(path)?.[1] ?? ''))

/** In the place of the data that the server puts into the page. */
const PLACE = '<!--first-data-->'

/** The page as it is kept: it says so, because it has to ask whether it is the newest. */
export const markKept = (html: string): string =>
  html.replace(PLACE, () => '<script type="application/json" id="first-data">{"isKept":true}</script>')
