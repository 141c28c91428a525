// node scripts/docs/routes.mjs: writes docs/ROUTES.md from src/routes.ts and the pages. The check "routes" compares
// them.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
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

/** The English titles of pages; those of pages that load their texts late are in other files. @returns {Record<string, string>} */
function readTitles() {
  const files = globSync(fromRoot('src', 'i18n', 'locales', 'en-US', '*.json'))
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8')).title))
}

/** The document as it should be. */
export function routesDocument() {
  const titles = readTitles()
  const rows = readRoutes().map(({ path, titleKey, guard, tab }) => {
    const title = titles[titleKey.split('.')[1] ?? '']
    return `| /${path} | ${title} | ${guard}${tab ? ', tab' : ''} | ${screenOf(path)} |`
  })
  return `# Routes

These are hash routes below \`/h5/\`, and pages of the mini program. \`node scripts/docs/routes.mjs\` makes this list from
\`src/routes.ts\`; \`npm run check\` fails if the two differ.

- \`/\` opens the welcome page, or home for a user with a token.
- The guard \`user\` sends a visitor without a stored token to the login page, which returns to the requested page.
- \`/pages/transfer/transfer\` puts money into savings; with \`?direction=out\` it takes money out.

| Route | Title | Guard | Screen |
|---|---|---|---|
${rows.join('\n')}
`
}

if (process.argv[1]?.endsWith('docs/routes.mjs')) writeFileSync(fromRoot('docs', 'ROUTES.md'), routesDocument())
