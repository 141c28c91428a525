import { readFileSync } from 'node:fs'
import { fromRoot } from '../lib/paths.mjs'
import { sourceFiles } from '../lib/sources.mjs'
import { alertProblems } from './alertRules.mjs'

export const title = 'every alert has a runbook in INCIDENTS.md, a test, and metrics that exist'

/** @param {string} path */
const read = (path) => readFileSync(fromRoot(path), 'utf8')

export async function run() {
  const makers = [
    'scripts/monitor.mjs',
    'deploy/hosts/certificate-ends',
    ...sourceFiles(['server/src', 'deploy/backup']),
  ]
  const paths = makers.filter((path) => !path.endsWith('.test.ts'))
  return alertProblems({
    rules: read('deploy/monitoring/alerts.yaml'),
    tests: read('deploy/monitoring/alerts.test.yaml'),
    incidents: read('docs/INCIDENTS.md'),
    // The two times of the auditor are named by one pattern (plugins/metrics.ts).
    sources: `${paths.map(read).join('\n')} fairtick_ledger_checked_timestamp_seconds fairtick_ledger_full_pass_timestamp_seconds`,
  })
}
