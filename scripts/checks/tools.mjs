import { readFileSync } from 'node:fs'
import { PROGRAMS, programOf } from '../buildTools.mjs'
import { fromRoot } from '../lib/paths.mjs'

export const title = 'the programs for outsiders are built from the sources that are here'

export async function run() {
  const problems = []
  for (const name of Object.keys(PROGRAMS))
    if (readFileSync(fromRoot('scripts', name), 'utf8') !== (await programOf(name)))
      problems.push(`scripts/${name} is out of date; run: npm run build:tools`)
  return problems
}
