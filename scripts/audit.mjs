// npm run audit: fails on a known weakness in a package that is shipped, unless auditAllowed.json says why it does not reach us.
// It asks the registry, so it is not part of npm test.
import { readFileSync } from 'node:fs'
import { auditProblems } from './lib/auditRules.mjs'
import { fromRoot } from './lib/paths.mjs'
import { capture } from './lib/run.mjs'
import { Refusal, runMain, say } from './lib/say.mjs'

await runMain(async () => {
  const { output } = await capture('npm', ['audit', '--omit=dev', '--json', '--loglevel=silent'])
  let report
  try {
    report = JSON.parse(output)
  } catch {
    throw new Refusal('npm audit gave no answer; check the network and run the command again.')
  }
  if (!report.vulnerabilities)
    throw new Refusal(`The registry does not answer audits: ${report.message ?? 'no reason'}.`)
  const allowed = JSON.parse(readFileSync(fromRoot('scripts', 'auditAllowed.json'), 'utf8'))
  const problems = auditProblems(report, allowed, new Date().toISOString().slice(0, 10))
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  if (problems.length === 0) say('no known weakness in what is shipped')
  return problems.length === 0 ? 0 : 1
})
