import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeVectors } from './vectorCases'

/** Writes test/proof/vectors/*.jsonl again, after the format has changed: npx tsx test/proof/makeVectors.ts */
const FOLDER = join(__dirname, 'vectors')
mkdirSync(FOLDER, { recursive: true })
void makeVectors().then((files) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(FOLDER, name), text)
})
