/** Alerts as three files know them, apart from reading files, so that test/rules can test the comparison. */

const ALERT = /^\s*- alert: (\w+)$/gm
const TESTED = /alertname: (\w+)\s+exp_alerts:\s+- exp_labels/g
const OWN_METRIC = /\b(?:fairtick|http_request)_[a-z_]+/g
/** prom-client makes these of a histogram. */
const OF_HISTOGRAM = /_(?:bucket|count|sum)$/

/** @param {string} text @param {RegExp} pattern */
const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[0])

/** Name of an alert, and the part of its `runbook_url` behind the "#". */
const LEADS_TO =
  /- alert: (\w+)\n(?:(?!\s*- alert:).*\n)*?\s+runbook_url: "\{\{ \$externalLabels\.runbooks \}\}#([a-z0-9-]+)"/g

/** The anchor of a Markdown heading. @param {string} heading */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')

/**
 * Entries of INCIDENTS.md: names in `code` with which the text below a heading begins.
 * @returns {Map<string, string>} name of the alert → anchor of its heading
 * @param {string} document
 */
export function runbooksIn(document) {
  const entries = [...document.matchAll(/^## (.+)\n\n((?:`\w+`(?:, )?)+)\./gm)]
  return new Map(
    entries.flatMap(([, heading, names]) => all(names, /`(\w+)`/g).map((name) => [name, anchorOf(heading)])),
  )
}

/**
 * @param {{ rules: string, tests: string, incidents: string, sources: string }} texts of alerts.yaml, alerts.test.yaml,
 *   INCIDENTS.md, and all that makes metrics
 * @returns {string[]}
 */
export function alertProblems({ rules, tests, incidents, sources }) {
  const [alerts, tested, runbooks] = [all(rules, ALERT), all(tests, TESTED), runbooksIn(incidents)]
  const leadsTo = new Map([...rules.matchAll(LEADS_TO)].map(([, name, anchor]) => [name, anchor]))
  const metrics = [
    ...new Set(all(rules.replace(/^#.*$/gm, ''), OWN_METRIC).map((name) => name.replace(OF_HISTOGRAM, ''))),
  ]
  return [
    ...alerts.filter((name) => !runbooks.has(name)).map((name) => `INCIDENTS.md lacks ${name}`),
    ...alerts
      .filter((name) => runbooks.has(name) && leadsTo.get(name) !== runbooks.get(name))
      .map((name) => `the runbook_url of ${name} has to end with #${runbooks.get(name)}`),
    ...[...runbooks.keys()]
      .filter((name) => !alerts.includes(name))
      .map((name) => `alerts.yaml has no ${name}, as INCIDENTS.md says`),
    ...alerts.filter((name) => !tested.includes(name)).map((name) => `alerts.test.yaml never makes ${name} fire`),
    ...metrics
      .filter((name) => !sources.includes(name))
      .map((name) => `alerts.yaml asks for ${name}, which nothing makes`),
  ]
}
