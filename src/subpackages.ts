import { HOME_URL, OFFERED, TAB_ROUTES } from './routes'

/** A part of the mini program that WeChat downloads when one of its pages is opened (or before, by a preload rule). */
export interface Subpackage {
  /** The folder of its pages, e.g. "pages/money". */
  root: string
  /** The name that preload rules use. */
  name: string
  /** Paths below the root. */
  pages: string[]
}

/** In the main package because visitors begin here. */
const ENTRY = 'pages/welcome/welcome'
/** A launch begins here: most are those of members. */
const FIRST = HOME_URL.slice(1)

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/**
 * Folders that the main package keeps: WeChat wants the tabs there, and refuses a subpackage whose folder also holds a
 * page of the main package.
 */
const MAIN_FOLDERS = new Set([ENTRY, ...TAB_ROUTES.map((route) => route.path)].map(folderOf))

/**
 * The route table cut into packages by folder. Each keeps its folder as its root, so that every path of
 * PRODUCT.md 2 is the same address in the mini program as on H5.
 */
export function packagesOf(): { main: string[]; subpackages: Subpackage[] } {
  const main: string[] = []
  const byRoot = new Map<string, Subpackage>()
  for (const { path } of OFFERED) {
    const root = folderOf(path)
    if (MAIN_FOLDERS.has(root)) {
      main.push(path)
      continue
    }
    const subpackage = byRoot.get(root) ?? { root, name: root.slice(root.lastIndexOf('/') + 1), pages: [] }
    subpackage.pages.push(path.slice(root.length + 1))
    byRoot.set(root, subpackage)
  }
  return { main: [FIRST, ...main.filter((path) => path !== FIRST)], subpackages: [...byRoot.values()] }
}

/** Packages that most users open next, by page. */
const PRELOADED: Readonly<Record<string, readonly string[]>> = {
  'pages/welcome/welcome': ['login'],
  'pages/index/index': ['Detail', 'product', 'money', 'deposit'],
  'pages/news/news': ['Detail'],
  'pages/order/order': ['Detail'],
  'pages/user/user': ['withdraw-money', 'withdraw-list', 'money-record', 'account', 'verify', 'set', 'message'],
}

const { main, subpackages } = packagesOf()
const names = new Set(subpackages.map(({ name }) => name))

/** Packages downloaded while the user reads a page. Names are those of `packagesOf`. */
export const PRELOAD = Object.fromEntries(
  Object.entries(PRELOADED)
    .filter(([page]) => main.includes(page))
    .map(([page, packages]) => [page, packages.filter((name) => names.has(name))]),
)
