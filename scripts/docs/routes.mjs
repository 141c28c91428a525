// node scripts/docs/routes.mjs: writes docs/ROUTES.md from src/routes.ts and the pages. The check "routes" compares
// them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fromRoot } from '../lib/paths.mjs'

const ROUTE =
  /\{\s*path: '([^']+)',\s*titleKey: '([^']+)',\s*guard: '(public|user)'(?:,\s*tab: \{ key: '([^']+)', firstText: '[^']+' \})?(?:,\s*early: true)?,?\s*\}/g

/** @returns {{ path: string, titleKey: string, guard: string, tab: string | undefined }[]} in the table's order */
export function readRoutes() {
  const source = readFileSync(fromRoot('src', 'routes.ts'), 'utf8')
  return [...source.matchAll(ROUTE)].map(([, path, titleKey, guard, tab]) => ({ path, titleKey, guard, tab }))
}

/** A page's screens, from its own imports. @param {string} path */
function screenOf(path) {
  const file = fromRoot('src', `${path}.tsx`)
  if (!existsSync(file)) return 'missing'
  const imports = [...readFileSync(file, 'utf8').matchAll(/from '\.\.\/\.\.\/(features\/[^']+)'/g)].map(
    ([, from]) => from,
  )
  return imports.find((from) => from.endsWith('Screen') && from !== 'features/shell/Screen') ?? 'features/shell/Screen'
}

/** The English titles of pages. @returns {Record<string, string>} */
const readTitles = () => JSON.parse(readFileSync(fromRoot('src', 'i18n', 'locales', 'en-US.json'), 'utf8')).title

/** The document as it should be. */
export function routesDocument() {
  const titles = readTitles()
  const rows = readRoutes().map(({ path, titleKey, guard, tab }) => {
    const title = titles[titleKey.split('.')[1]] ?? ''
    return `| /${path} | ${title} | ${guard}${tab ? ', tab' : ''} | ${screenOf(path)} |`
  })
  return `# Routes

Each route is a hash route of the H5 app below \`/h5/\`, and a page of the mini program. \`node scripts/docs/routes.mjs\` writes this
page from \`src/routes.ts\`; \`npm run check\` fails if the two differ.

- **Title** is the English title of the page.
- **Guard** says who may open the page. \`public\`: everybody. \`user\`: users who are logged in; visitors without a stored token are
  sent to the login page, which then returns to the requested page. \`tab\`: the page is one of the four tabs.
- **Screen** is the component below \`src/\` that the page shows.
- \`/\` opens the welcome page, or the home page for a user with a token.
- \`/pages/transfer/transfer\` puts money into savings; with \`?direction=out\` it takes money out.

| Route | Title | Guard | Screen |
|---|---|---|---|
${rows.join('\n')}
`
}

if (process.argv[1]?.endsWith('docs/routes.mjs')) writeFileSync(fromRoot('docs', 'ROUTES.md'), routesDocument())
