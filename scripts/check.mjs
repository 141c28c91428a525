// npm run check [-- imports locales …]: every rule that needs no running program. Each check is one sentence of the
// house rules; a failure names the file and what to change.
import { writeFileSync } from 'node:fs'
import { Refusal, runMain, secondsSince } from './lib/say.mjs'

/**
 * In the order in which they begin, two at a time: first those that are separate processes, and next to them the others. Each
 * module exports `title` and `run(): Promise<string[]>`.
 */
const CHECKS = [
  'types',
  'format',
  'deadCode',
  'imports',
  'locales',
  'terms',
  'typography',
  'plainWords',
  'routes',
  'references',
  'proofCodes',
  'tools',
  'settings',
  'alerts',
  'licences',
  'migrations',
  'rights',
]
const AT_ONCE = 2

const SHOWN = 40

/** @param {string} name */
async function runOne(name) {
  const startedAt = Date.now()
  const { title, run } = await import(`./checks/${name}.mjs`)
  const problems = await run()
  const mark = problems.length === 0 ? 'pass' : 'FAIL'
  process.stdout.write(`${mark}  ${name}: ${title} (${secondsSince(startedAt)})\n`)
  for (const problem of problems.slice(0, SHOWN))
    process.stdout.write(`      ${problem.replaceAll('\n', '\n      ')}\n`)
  if (problems.length > SHOWN) process.stdout.write(`      and ${problems.length - SHOWN} more\n`)
  return { name, passes: problems.length === 0 }
}

await runMain(async () => {
  const args = process.argv.slice(2)
  const report = args.find((arg) => arg.startsWith('--report='))?.slice('--report='.length)
  const chosen = args.filter((arg) => !arg.startsWith('--'))
  const unknown = chosen.filter((name) => !CHECKS.includes(name))
  if (unknown.length > 0) throw new Refusal(`No check is called ${unknown.join(', ')}; there are: ${CHECKS.join(', ')}`)
  const waiting = chosen.length > 0 ? chosen : [...CHECKS]
  /** @type {Awaited<ReturnType<typeof runOne>>[]} */
  const results = []
  const runAll = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) results.push(await runOne(name))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runAll))
  const failures = results.filter(({ passes }) => !passes).map(({ name }) => `npm run check -- ${name}`)
  const passed = results.length - failures.length
  if (report) writeFileSync(report, JSON.stringify({ passed, failed: failures.length, failures }))
  return passed === results.length ? 0 : 1
})
