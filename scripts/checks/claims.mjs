import { existsSync, readFileSync } from 'node:fs'
import { fromRoot } from '../lib/paths.mjs'
import { claimProblems } from './claimRules.mjs'

export const title = 'every claim and every attack of docs/SECURITY.md names the tests that show it'

export const run = async () =>
  claimProblems(readFileSync(fromRoot('docs/SECURITY.md'), 'utf8'), (file) => existsSync(fromRoot(file)))
