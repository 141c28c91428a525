import { citationsIn, pathsIn, problemOf } from '../../scripts/checks/referenceRules.mjs'

const documents = new Map([
  ['PROOF.md', '# Proof\n\n## Heads\n'],
  ['PRODUCT.md', '## 4. Input\n\n4.2 Name.\n\n4.3 ID number.\n\n10.1 Products.\n'],
])
const problemsIn = (text: string) => citationsIn(text).map((citation) => problemOf(citation, documents))

test('a document, a section and a rule that exist pass', () => {
  expect(problemsIn('see docs/PROOF.md, "Heads"')).toEqual([undefined])
  expect(problemsIn('(PRODUCT.md 4.2 and 4.3), PRODUCT.md 4, 10.1')).toEqual([undefined, undefined])
})

test('a document that does not exist is named, with its line', () => {
  expect(citationsIn('one\nsee LEDGER.md')[0]?.line).toBe(2)
  expect(problemsIn('see LEDGER.md')).toEqual(['LEDGER.md does not exist, neither in the root nor in docs/'])
})

test('a section that does not exist is named', () => {
  expect(problemsIn('docs/PROOF.md, "Tails"')).toEqual(['PROOF.md has no section "Tails"'])
})

test('each of several rules is looked up', () => {
  expect(problemsIn('PRODUCT.md 4.2, 4.9')).toEqual(['PRODUCT.md has no rule 4.9'])
  expect(problemsIn('PRODUCT.md 4.2 and 5')).toEqual(['PRODUCT.md has no rule 5'])
  expect(problemsIn('PRODUCT.md 4.2.1')).toEqual(['PRODUCT.md has no rule 4.2.1'])
})

test('lower-case names, such as files of content, are no citations', () => {
  expect(citationsIn('holds no <locale>.md, for example en-US.md')).toEqual([])
})

test('files and folders are found by their names, and patterns and settings are none', () => {
  expect(pathsIn('one\n`server/src/deps.ts`, `test/proof/vectors/` and `src/x.ts`')).toEqual([
    { line: 2, path: 'server/src/deps.ts' },
    { line: 2, path: 'test/proof/vectors/' },
    { line: 2, path: 'src/x.ts' },
  ])
  expect(pathsIn('server/src/deps.ts, `src/**/*.ts`, `src/<name>.ts`, `.data/x`, `N/A`')).toEqual([])
})
