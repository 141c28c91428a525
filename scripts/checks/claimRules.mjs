// The rules of the check `claims`; scripts/checks/claims.mjs reads the files.

const HEADING = '## Which test shows it'

/** The claims of the list, by the bold words that begin each. @param {string} text docs/SECURITY.md */
export const claimsIn = (text) => [...text.matchAll(/^- \*\*([^*]+?)\.?\*\*/gm)].map(([, name]) => name ?? '')

/** Claim → the files that its row of the table names. @param {string} text */
export function testsIn(text) {
  const table = text.slice(text.indexOf(HEADING) + HEADING.length).split('\n## ')[0] ?? ''
  const rows = [...table.matchAll(/^\| (?!Claim|-)([^|]+?) +\| ([^|]+)\|$/gm)]
  return rows.map(([, claim = '', files = '']) => ({
    claim,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? ''),
  }))
}

/**
 * Sentences on claims without a test, rows without a claim, and files that are no tests.
 * @param {string} text
 * @param {(file: string) => boolean} exists
 */
export function claimProblems(text, exists) {
  const claims = claimsIn(text)
  const rows = testsIn(text)
  const problems = []
  for (const claim of claims) {
    const count = rows.filter((row) => row.claim === claim).length
    if (count !== 1) problems.push(`docs/SECURITY.md: "${claim}" has ${count} rows in the table of tests`)
  }
  for (const { claim, files } of rows) {
    if (!claims.includes(claim))
      problems.push(`docs/SECURITY.md: the table of tests names "${claim}", which is no claim`)
    if (files.length === 0) problems.push(`docs/SECURITY.md: "${claim}" names no test`)
    for (const file of files)
      if (!/\.test\.tsx?$/.test(file) || !exists(file))
        problems.push(`docs/SECURITY.md: ${file} of "${claim}" is no test`)
  }
  return problems
}
