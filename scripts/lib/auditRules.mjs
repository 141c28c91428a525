/**
 * @typedef {{ advisory: string, reason: string, until: string }} Allowed an advisory's address, why it does not reach us, and
 *   the day (YYYY-MM-DD) on which somebody has to look again
 * @typedef {{ url: string, title: string, severity: string, range: string }} Advisory
 * @param {{ vulnerabilities: Record<string, { via: (string | Advisory)[] }> }} report of `npm audit --json`
 * @param {Allowed[]} allowed
 * @param {string} today YYYY-MM-DD
 * @returns {string[]} a sentence for each that is not allowed, whose day has passed, or that is allowed without need
 */
export function auditProblems({ vulnerabilities }, allowed, today) {
  const found = new Map()
  for (const [name, { via }] of Object.entries(vulnerabilities)) {
    for (const advisory of via) if (typeof advisory === 'object') found.set(advisory.url, { name, ...advisory })
  }
  const problems = []
  for (const { name, url, title, severity, range } of found.values()) {
    const exception = allowed.find(({ advisory }) => advisory === url)
    if (!exception) problems.push(`${name} ${range}: ${title} (${severity}), ${url}`)
    else if (exception.until < today) problems.push(`${url} was allowed until ${exception.until}: look at it again`)
  }
  for (const { advisory, reason } of allowed) {
    if (!found.has(advisory)) problems.push(`${advisory} is found no longer: take it off the list`)
    if (!reason) problems.push(`${advisory} is allowed without a reason`)
  }
  return problems
}
