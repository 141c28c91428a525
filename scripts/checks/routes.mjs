import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readRoutes, routesDocument } from '../docs/routes.mjs'
import { fromRoot } from '../lib/paths.mjs'

export const title = 'docs/ROUTES.md says what src/routes.ts and the pages say; each page is short and in the table'

/** A page reads its parameters and joins features; what is longer belongs in one of them. */
const LINES_MAX = 30

/**
 * Pages by path, e.g. "pages/news/detail": a module, next to it a configuration if it differs from the app's.
 * @param {string} folder @returns {string[]}
 */
const pagesBelow = (folder) =>
  readdirSync(fromRoot('src', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/').slice(0, -'.tsx'.length)}`)

export async function run() {
  const path = fromRoot('docs', 'ROUTES.md')
  const found = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const [routes, pages] = [readRoutes().map((route) => route.path), pagesBelow('pages')]
  return [
    ...pages.filter((page) => !routes.includes(page)).map((page) => `src/${page}.tsx is not in src/routes.ts`),
    ...routes
      .filter((page) => !pages.includes(page))
      .map((page) => `src/routes.ts has ${page}, but no src/${page}.tsx`),
    ...pages
      .filter(
        (page) =>
          readFileSync(fromRoot('src', `${page}.tsx`), 'utf8')
            .trimEnd()
            .split('\n').length > LINES_MAX,
      )
      .map((page) => `src/${page}.tsx has more than ${LINES_MAX} lines: a page shows a screen`),
    ...(found === routesDocument() ? [] : ['docs/ROUTES.md is out of date; run: node scripts/docs/routes.mjs']),
  ]
}
