import {
  codesOfApp,
  codesOfNode,
  codesOfPage,
  codesOfPython,
  problemsOf,
} from '../../scripts/checks/proofCodeRules.mjs'

const PAGE = `# The format

## What a verifier checks

| Code          | Refused when                |
| ------------- | --------------------------- |
| \`ticks\`       | a range is not in the tree  |
| \`other_order\` | in the app: the id differs  |

## Endpoints

| \`path\` | none of these |
`
const page = codesOfPage(PAGE)

test('the page is read up to its next section', () => {
  expect([...page]).toEqual([
    ['ticks', 'a range is not in the tree'],
    ['other_order', 'in the app: the id differs'],
  ])
})

test('codes are told from other texts', () => {
  const node = `return [['ticks', 'a tick is missing']]; push([\n 'window',\n \`head \${n} is\`]); ['format', why(x)]; ['accept', 3]; ['id', 'symbol']
const SENTENCES = {
  keys: 'the keys do not hand over',
  type: 'string',
}`
  expect([...codesOfNode(node)]).toEqual(['ticks', 'window', 'format', 'keys'])
  const python =
    'yield "ticks"\n    found.add("window")\n    return ["format"]\n    found = {"keys"}\n    x = head["number"]\n'
  expect([...codesOfPython(python)]).toEqual(['ticks', 'window', 'format', 'keys'])
  const app = [
    "export type ReceiptProblem =\n  | { kind: 'ticks' }\n  | { kind: 'history'; problem: X }\n",
    "export type OtherProblem =\n  | { kind: 'term' }\n",
    "export type HistoryProblem =\n  /** Why. */\n  | { kind: 'order' }\n\n  return { kind: 'other' }",
  ]
  expect([...codesOfApp(app.join('\n'))]).toEqual(['ticks', 'order'])
})

test('a code that the page lacks, and one that a script never names, are named', () => {
  const problems = problemsOf(page, [
    { name: 'a script', codes: new Set(['window']), knows: 'scripts' },
    { name: 'the app', codes: new Set(['other_order']), knows: 'some' },
  ])
  expect(problems).toEqual([
    'a script names the code window, which docs/PROOF_FORMAT.md lacks',
    'docs/PROOF_FORMAT.md has the code ticks, which a script never names',
  ])
  const scripts = { name: 'a script', codes: new Set(['ticks']), knows: 'scripts' as const }
  expect(problemsOf(page, [scripts])).toEqual([])
})
