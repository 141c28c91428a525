// The rules of the check `rights`; scripts/checks/rights.mjs reads the files.

const ROLES = ['fairtick_node', 'fairtick_ops', 'fairtick_auditor']
/** @type {[string, RegExp][]} */
const WRITES = [
  ['insert', /\binsert into (\w+)/gi],
  ['update', /\bupdate (\w+)(?: (?!set\b)\w+)? set\b/gi],
  ['update', /\binsert into (\w+)(?:(?!insert into)[^`;])*?\bdo update\b/gi],
  ['delete', /\bdelete from (\w+)/gi],
]

/** @typedef {Map<string, Record<string, string>>} Rights table → role → what it may, as roles.sql has it */

/** The lines of server/sql/roles.sql. @param {string} text @returns {Rights} */
export const rightsIn = (text) =>
  new Map(
    [...text.matchAll(/^ {6}\('(\w+)', '([^']*)', '([^']*)', '([^']*)'\)/gm)].map(([, name, ...rights]) => [
      name,
      Object.fromEntries(ROLES.map((role, index) => [role, rights[index]])),
    ]),
  )

/** @param {string} schema server/sql/schema.sql @param {Rights} rights */
export function unlisted(schema, rights) {
  const made = [...schema.matchAll(/^create (?:table|sequence) (\w+)(?! partition)\b/gm)].map(([, name]) => name)
  return made
    .filter((name) => !rights.has(name) && !name.endsWith('_rest'))
    .map((name) => `${name} has no line in server/sql/roles.sql: no account of the server could use it`)
}

/**
 * Statements of a file that no account may run: in the folders of staff only theirs counts, elsewhere nodes' as well.
 * @param {string} path @param {string} text @param {Rights} rights
 */
export function unrightful(path, text, rights) {
  // A function that runs with the owner's rights needs no others.
  if (/\bsecurity definer\b/.test(text)) return []
  const roles = /server\/src\/(office|ops|staff)\//.test(path) ? ['fairtick_ops'] : ['fairtick_node', 'fairtick_ops']
  const problems = new Set()
  for (const [right, pattern] of WRITES) {
    for (const [, table] of text.matchAll(pattern)) {
      const known = rights.get(table)
      if (known && !roles.some((role) => new RegExp(`\\b${right}\\b`).test(known[role])))
        problems.add(`${path}: ${roles.join(' or ')} may not ${right} ${table} (server/sql/roles.sql)`)
    }
  }
  return [...problems]
}
