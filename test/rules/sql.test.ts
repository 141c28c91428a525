import { readFileSync } from 'node:fs'
import { sourceFiles } from '../../scripts/lib/sources.mjs'

/** `from tick t`, `join lateral (…) t on`, `insert into total as t`, `unnest(…) as t (a, b)`. */
const ONE_LETTER =
  /(?:\b(?:from|join|update|into)\s+\w+(?:\s+as)?|\)\s+as|\))\s+([a-z])(?=\s*(?:$|[,;()]|\b(?:on|where|join|set|cross|left|order)\b))/gm

const aliasesIn = (text: string) => [...text.matchAll(ONE_LETTER)].map(([, alias]) => alias)

test.each([
  ['select k.price from tick k where k.price > 0', ['k']],
  ['insert into total as a (id) values (1)', ['a']],
  ['from unnest($1) as x (t, u)', ['x']],
  ['cross join lateral (select 1) v\n where true', ['v']],
  ['select head.number from tree_head head join tick on true', []],
])('%s', (text, aliases) => expect(aliasesIn(text)).toEqual(aliases))

test('functions in SQL, the auditor and the archive call tables by words', () => {
  const files = sourceFiles([
    'server/sql/functions',
    'server/sql/triggers.sql',
    'server/src/audit',
    'server/src/archive',
  ])
    .concat(sourceFiles(['server/src/ledger/bookSweeps.ts']))
    .filter((file) => !file.endsWith('.test.ts'))
  const found = files.flatMap((file) => aliasesIn(readFileSync(file, 'utf8')).map((alias) => `${file}: ${alias}`))
  expect(files.length).toBeGreaterThan(60)
  expect(found).toEqual([])
})
