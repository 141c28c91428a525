import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeVectors } from './vectorCases'

/** Writes test/proof/vectors/*.json again, after the format has changed: npx tsx test/proof/makeVectors.ts */
const FOLDER = join(__dirname, 'vectors')
mkdirSync(FOLDER, { recursive: true })
void makeVectors().then((vectors) => {
  for (const vector of vectors) writeFileSync(join(FOLDER, `${vector.name}.json`), `${JSON.stringify(vector)}\n`)
})
