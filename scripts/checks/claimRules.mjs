// The rules of the check `claims`; scripts/checks/claims.mjs reads the files.

const HEADING = '## Which test shows it'

/** The claims of the list, by the bold words that begin each. @param {string} text docs/SECURITY.md */
export const claimsIn = (text) => [...text.matchAll(/^- \*\*([^*]+?)\.?\*\*/gm)].map(([, name]) => name ?? '')

const ATTACKS = '## Attacks of the last review'

/**
 * The rows of the table below a heading: their first cells, and the files that the last one names.
 * @param {string} text @param {string} heading
 */
function rowsBelow(text, heading) {
  const table = text.slice(text.indexOf(heading) + heading.length).split('\n## ')[0] ?? ''
  const rows = [...table.matchAll(/^\| (?!-)(.+) \|$/gm)].slice(1).map(([, row = '']) => row.split(' | '))
  return rows.map((cells) => ({
    name: cells[0]?.trim() ?? '',
    files: [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? ''),
  }))
}

/**
 * Sentences on claims without a test, rows without a claim, attacks without a number, and files that are no tests.
 * @param {string} text @param {(file: string) => boolean} exists
 */
export function claimProblems(text, exists) {
  const claims = claimsIn(text)
  const [rows, attacks] = [rowsBelow(text, HEADING), rowsBelow(text, ATTACKS)]
  const problems = []
  for (const claim of claims) {
    const count = rows.filter((row) => row.name === claim).length
    if (count !== 1) problems.push(`docs/SECURITY.md: "${claim}" has ${count} rows in the table of tests`)
  }
  for (const { name } of rows)
    if (!claims.includes(name)) problems.push(`docs/SECURITY.md: the table of tests names "${name}", which is no claim`)
  for (const [index, { name }] of attacks.entries())
    if (name !== String(index + 1)) problems.push(`docs/SECURITY.md: attack ${index + 1} is numbered ${name}`)
  for (const { name, files } of [...rows, ...attacks]) {
    if (files.length === 0) problems.push(`docs/SECURITY.md: "${name}" names no test`)
    for (const file of files)
      if (!/\.test\.tsx?$/.test(file) || !exists(file))
        problems.push(`docs/SECURITY.md: ${file} of "${name}" is no test`)
  }
  return problems
}
