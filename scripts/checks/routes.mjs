import { existsSync, readFileSync } from 'node:fs'
import { routesDocument } from '../docs/routes.mjs'
import { fromRoot } from '../lib/paths.mjs'

export const title = 'docs/ROUTES.md says what src/routes.ts and the pages say'

export async function run() {
  const path = fromRoot('docs', 'ROUTES.md')
  const found = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return found === routesDocument() ? [] : ['docs/ROUTES.md is out of date; run: node scripts/docs/routes.mjs']
}
