import { readdirSync, readFileSync } from 'node:fs'
import { fromRoot } from '../lib/paths.mjs'
import { sourceFiles } from '../lib/sources.mjs'
import { codesOfApp, codesOfNode, codesOfPage, codesOfPython, problemsOf } from './proofCodeRules.mjs'

export const title = 'docs/PROOF_FORMAT.md has the codes that scripts, app and vectors name, and no others'

/** @param {string} path */
const read = (path) => readFileSync(fromRoot(path), 'utf8')

function codesOfVectors() {
  const folder = 'test/proof/vectors'
  const lines = readdirSync(fromRoot(folder)).flatMap((file) => read(`${folder}/${file}`).trimEnd().split('\n'))
  return new Set(lines.map((line) => JSON.parse(line).expect).filter((code) => code !== null))
}

export async function run() {
  const sourceOf = (/** @type {string[]} */ paths) => sourceFiles(paths).map(read).join('\n')
  return problemsOf(codesOfPage(read('docs/PROOF_FORMAT.md')), [
    {
      name: 'tools/verifyReceipt.ts',
      codes: codesOfNode(sourceOf(['tools/verifyReceipt.ts', 'tools/verify'])),
      knows: 'scripts',
    },
    {
      name: 'scripts/verify_receipt.py',
      codes: codesOfPython(read('scripts/verify_receipt.py')),
      knows: 'scripts',
    },
    { name: 'the app', codes: codesOfApp(sourceOf(['proof'])), knows: 'some' },
    { name: 'a vector', codes: codesOfVectors(), knows: 'some' },
  ])
}
