/** Alerts as three files know them, apart from reading files, so that test/rules can hold the comparison. */

const ALERT = /^\s*- alert: (\w+)$/gm
const TESTED = /alertname: (\w+)\s+exp_alerts:\s+- exp_labels/g
const OWN_METRIC = /\b(?:fairtick|http_request)_[a-z_]+/g
/** prom-client makes these of a histogram. */
const OF_HISTOGRAM = /_(?:bucket|count|sum)$/

const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[0])

/** Names in `code` within the bold beginnings of the section "Incidents": **The bus is lost** (`BusLost`). */
export function runbooksIn(document) {
  const section = document.split(/^### Incidents$/m)[1]?.split(/^#{1,3} /m)[0] ?? ''
  return [...section.matchAll(/^- \*\*[^*]+\*\* \(([^)]*)\)/gm)].flatMap((match) => all(match[1] ?? '', /`(\w+)`/g))
}

/**
 * @param {{ rules: string, tests: string, operations: string, sources: string }} texts of alerts.yaml, alerts.test.yaml,
 *   OPERATIONS.md, and all that makes metrics
 * @returns {string[]}
 */
export function alertProblems({ rules, tests, operations, sources }) {
  const [alerts, tested, runbooks] = [all(rules, ALERT), all(tests, TESTED), runbooksIn(operations)]
  const metrics = [
    ...new Set(all(rules.replace(/^#.*$/gm, ''), OWN_METRIC).map((name) => name.replace(OF_HISTOGRAM, ''))),
  ]
  return [
    ...alerts.filter((name) => !runbooks.includes(name)).map((name) => `OPERATIONS.md, "Incidents" lacks ${name}`),
    ...runbooks
      .filter((name) => !alerts.includes(name))
      .map((name) => `alerts.yaml has no ${name}, as "Incidents" says`),
    ...alerts.filter((name) => !tested.includes(name)).map((name) => `alerts.test.yaml never makes ${name} fire`),
    ...metrics
      .filter((name) => !sources.includes(name))
      .map((name) => `alerts.yaml asks for ${name}, which nothing makes`),
  ]
}
