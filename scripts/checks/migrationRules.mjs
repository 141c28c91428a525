// What the check of migrations looks for; scripts/checks/migrations.mjs reads the files.
import { createHash } from 'node:crypto'

/** @typedef {{ name: string, text: string }} Migration */

/** A line of the list as `sha256sum` writes it. @param {Migration} migration */
export const lineOf = ({ name, text }) => `${createHash('sha256').update(text).digest('hex')}  ${name}`

/**
 * What is wrong with the migrations, given the list of those that have landed, as sentences.
 * @param {Migration[]} migrations
 * @param {string} list
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
