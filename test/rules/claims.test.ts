import { claimProblems } from '../../scripts/checks/claimRules.mjs'

const ATTACK = '| 1 | Theft | refused | `a.test.ts` |\n'
const document = (rows: string, attacks = ATTACK) =>
  `# Security\n\n- **Sessions** use tokens.\n- **One number, one account.** A number\n  is found.\n\n## Which test shows it\n\n| Claim | Tests |\n| ----- | ----- |\n${rows}\n## Attacks of the last review\n\n| No. | Attack | Result now | Tests |\n| --- | ------ | ---------- | ----- |\n${attacks}`
const problems = (rows: string, attacks?: string) =>
  claimProblems(document(rows, attacks), (file) => file !== 'server/gone.test.ts')

test('claims with tests that exist pass', () => {
  expect(problems('| Sessions | `a.test.ts`, `b.test.tsx` |\n| One number, one account | `a.test.ts` |\n')).toEqual([])
})

test('a claim without a row, a row without a claim, and a test that is none or gone are named', () => {
  expect(problems('| Sessions | `a.test.ts` |\n')).toEqual([
    'docs/SECURITY.md: "One number, one account" has 0 rows in the table of tests',
  ])
  const more = '| Sessions | `server/gone.test.ts` |\n| One number, one account | none |\n| Magic | `a.ts` |\n'
  expect(problems(more)).toEqual([
    'docs/SECURITY.md: the table of tests names "Magic", which is no claim',
    'docs/SECURITY.md: server/gone.test.ts of "Sessions" is no test',
    'docs/SECURITY.md: "One number, one account" names no test',
    'docs/SECURITY.md: a.ts of "Magic" is no test',
  ])
})

test('an attack without a test, without its number or with a file that is gone is named', () => {
  const rows = '| Sessions | `a.test.ts` |\n| One number, one account | `a.test.ts` |\n'
  expect(
    problems(rows, `${ATTACK}| 3 | Fire | ends | none |\n| 3 | Flood | dries | \`server/gone.test.ts\` |\n`),
  ).toEqual([
    'docs/SECURITY.md: attack 2 is numbered 3',
    'docs/SECURITY.md: "3" names no test',
    'docs/SECURITY.md: server/gone.test.ts of "3" is no test',
  ])
})
