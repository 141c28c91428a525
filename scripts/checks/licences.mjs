import { readFileSync } from 'node:fs'
import { fromRoot } from '../lib/paths.mjs'
import { licenceProblems } from './licenceRules.mjs'

export const title = 'every package that is shipped has a licence that allows it'

export async function run() {
  return licenceProblems(JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8')).packages)
}
