// The rules of the check `migrations`; scripts/checks/migrations.mjs reads the files.
import { createHash } from 'node:crypto'

/** @typedef {{ name: string, text: string }} Migration */

/** A line of the list as `sha256sum` writes it. @param {Migration} migration */
export const lineOf = ({ name, text }) => `${createHash('sha256').update(text).digest('hex')}  ${name}`

/**
 * The problem with the migrations, given the list of those that have landed, as sentences.
 * @param {Migration[]} migrations @param {string} list
 */
export function problemsOf(migrations, list) {
  const landed = list.split('\n').filter(Boolean)
  const present = new Map(migrations.map((migration) => [migration.name, lineOf(migration)]))
  const problems = []
  for (const line of landed) {
    const name = line.slice(line.indexOf('  ') + 2)
    const now = present.get(name)
    if (now === undefined) problems.push(`${name} has landed and is gone: restore it`)
    else if (now !== line)
      problems.push(`${name} has landed and differs: restore it, and put the change into a new migration`)
  }
  const listed = new Set(landed.map((line) => line.slice(line.indexOf('  ') + 2)))
  const newest = [...listed].sort().at(-1) ?? ''
  for (const [name, line] of present) {
    if (listed.has(name)) continue
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) problems.push(`${name} is not named like 0002_what_it_does.sql`)
    else if (name < newest) problems.push(`${name} sorts before ${newest}, which has landed: give it a higher number`)
    else
      problems.push(`${name} is not listed: when it is final, add this line to server/sql/migrations.sha256:\n${line}`)
  }
  return problems
}

/**
 * Changes that nodes of the previous version cannot handle: [what it does, pattern of a statement].
 * @type {[string, RegExp][]}
 */
const CONTRACTIONS = [
  ['drops a table', /^drop table/],
  ['drops a view', /^drop (materialized )?view/],
  ['drops a function', /^drop (function|procedure)/],
  ['drops a type', /^drop (type|domain)/],
  ['drops a column', /^alter table .*\bdrop (column )?(?!constraint|not null|default|identity|expression)/],
  ['renames', /^alter .*\brename\b/],
  ['takes null away from a column', /^alter table .*\balter (column )?\S+ set not null/],
  ['changes the type of a column', /^alter table .*\balter (column )?\S+ (set data )?type\b/],
  ['takes a default away', /^alter table .*\balter (column )?\S+ drop default/],
  [
    'adds a column that older nodes do not fill',
    /^alter table .*\badd (column )?(?!constraint|check|unique|primary|foreign)[^,]*not null(?![^,]*(default|generated))/,
  ],
  ['takes a right away', /^revoke\b/],
  [
    'adds a constraint that older nodes do not know',
    /^alter table .*\badd (constraint \S+ )?(check|unique|foreign key|exclude|primary key)\b/,
  ],
  ['adds a constraint that older nodes do not know', /^create unique index\b/],
]
const MADE_HERE = /^create (?:unlogged )?table (?:if not exists )?(\S+)/
const CHANGED = /^(?:(?:alter|drop) table (?:if exists )?(?:only )?|create unique index .*?\bon )([a-z_0-9.]+)/

/**
 * Statements of a migration, without comments, bodies of functions and the contents of texts, on one line each.
 * @param {string} text
 */
function statementsOf(text) {
  return text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/--[^\n]*/g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.trim().replace(/\s+/g, ' ').toLowerCase())
    .filter(Boolean)
}

/**
 * Sentences on what a migration takes away while nodes of the version before still run. `reasons` names migrations that may, by
 * file, and why.
 * @param {Migration[]} migrations @param {Record<string, string>} reasons
 */
export function contractionProblems(migrations, reasons) {
  const found = migrations.flatMap(({ name, text }) => {
    const statements = statementsOf(text)
    const own = new Set(statements.flatMap((statement) => MADE_HERE.exec(statement)?.[1] ?? []))
    return statements
      .filter((statement) => !own.has(CHANGED.exec(statement)?.[1] ?? ''))
      .flatMap((statement) =>
        CONTRACTIONS.filter(([, pattern]) => pattern.test(statement)).map(([what]) => ({ name, what })),
      )
  })
  const contracting = new Set(found.map(({ name }) => name))
  return [
    ...found
      .filter(({ name }) => !reasons[name])
      .map(
        ({ name, what }) =>
          `${name} ${what}, and nodes of the version before run meanwhile: only add now, and take away in a later release, or say in scripts/checks/contractions.json why it may`,
      ),
    ...Object.keys(reasons)
      .filter((name) => !contracting.has(name))
      .map((name) => `${name} has a reason to take something away and takes nothing`),
  ]
}
