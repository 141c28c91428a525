import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { sourceFiles } from '../../scripts/lib/sources.mjs'

/** The text after the name of a table or of a subquery. */
const NEXT = String.raw`\s*(?:$|[,;()]|\b(?:on|using|where|join|set|cross|left|order|group|limit|for|values|select|returning)\b)`
const ONE_LETTER = [
  // `from tick t`, `join lateral (…) t on`, `insert into total as t`, `unnest(…) as t (a, b)`
  new RegExp(
    String.raw`(?:\b(?:from|join|update|into|using)\s+[\w.]+(?:\s+as)?|\)\s+as|\))\s+([a-z])(?=${NEXT})`,
    'gm',
  ),
  // `from tick, product p`
  /\b(?:from|join)\s[^()']*,\s*\w+\s+([a-z])(?=\s*(?:$|[,)]|\bwhere\b|\border\b))/gm,
  // `with t as (…), u as materialized (…)`
  /(?:\bwith|\),)\s+([a-z])(?=\s+as\s+(?:materialized\s+)?\()/gm,
  // `count(*) as n`, `t.price`
  /\bas\s+([a-z])\b/g,
  /(?<![\w.$'"/@-])([a-z])\.(?:\*|[a-z]\w+)/g,
]

function aliasesIn(text: string) {
  const sql = text.replace(/--.*$/gm, '')
  return [...new Set(ONE_LETTER.flatMap((pattern) => [...sql.matchAll(pattern)].map(([, alias]) => alias)))]
}

const IS_SQL = /^\s*(?:select|insert into|update|delete from|with|declare)\s|\b(?:from|join)\s+\w+|\band\s+\w+ =/

/** An inserted value of a template is a word. */
const TEXT_OF = {
  Literal: (node: Node) => (typeof node.value === 'string' ? node.value : ''),
  TemplateLiteral: (node: Node) => (node.quasis ?? []).map((part) => part.value.raw).join('value'),
}

interface Node {
  value?: unknown
  quasis?: { value: { raw: string } }[]
}

/** Texts of a module that are SQL or a part of it. */
function sqlIn(file: string, text: string): string[] {
  const found: string[] = []
  const reading = Object.entries(TEXT_OF).map(([kind, textOf]) => [kind, (node: Node) => found.push(textOf(node))])
  new Visitor(Object.fromEntries(reading)).visit(parseSync(file, text).program)
  return found.filter((each) => IS_SQL.test(each))
}

test.each([
  ['select k.price from tick k where k.price > 0', ['k']],
  ['insert into total as a (id) values (1)', ['a']],
  ['from unnest($1) as x (t, u)', ['x']],
  ['cross join lateral (select 1) v\n where true', ['v']],
  ['select 1 from tick, product p where p.id = 1', ['p']],
  ['with o as (select 1) select from o', ['o']],
  ['select count(*) as n from tick', ['n']],
  ['delete from candle c using product', ['c']],
  ['select head.number from tree_head head join tick on true', []],
])('%s', (text, aliases) => expect(aliasesIn(text)).toEqual(aliases))

test('SQL is found inside a module, with what is put in', () => {
  const module = ['const from = `join tick k on $', "{where}`\nquery('select 1', 'Look at e.g. the list')"].join('')
  expect(sqlIn('a.ts', module)).toEqual(['join tick k on value', 'select 1'])
})

test('SQL calls tables, columns and results by words: functions, and statements inside TypeScript', () => {
  const functions = sourceFiles(['server/sql/functions', 'server/sql/triggers.sql', 'server/sql/constants.sql'])
  const modules = sourceFiles(['server', 'bench', 'scripts', 'test']).filter(
    (file) => /\.(?:ts|mjs)$/.test(file) && file !== 'test/rules/sql.test.ts',
  )
  const statements = [
    ...functions.map((file) => [file, readFileSync(file, 'utf8')] as const),
    ...modules.flatMap((file) => sqlIn(file, readFileSync(file, 'utf8')).map((sql) => [file, sql] as const)),
  ]
  const found = statements.flatMap(([file, sql]) => aliasesIn(sql).map((alias) => `${file}: ${alias}`))
  expect(statements.length).toBeGreaterThan(1_000)
  expect(found).toEqual([])
})
