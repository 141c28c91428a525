import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CACHE, fromRoot, ROOT } from './paths.mjs'
import { run } from './run.mjs'
import { failureText, say, secondsSince } from './say.mjs'
import { TOOLS } from './tools.mjs'

/**
 * @typedef {{ path: string, ms: number }} FileTime
 * @typedef {{ passed: number, failed: number, skipped: number, slowest?: FileTime[] }} Count
 */

const SLOWEST_SHOWN = 5

function reportPath(name) {
  const folder = join(CACHE, 'test')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name.replace(/\W+/g, '-')}.json`)
  rmSync(path, { force: true })
  return path
}

/** A command that failed without a report counts as one failure, so that it never passes unseen. */
function countOf(code, report, read) {
  const count = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 }
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

/** @returns {Promise<Count>} one test for each check */
export async function runChecks() {
  const report = reportPath('check')
  const code = await run(process.execPath, [fromRoot('scripts', 'check.mjs'), `--report=${report}`])
  return countOf(code, report, ({ passed, failed }) => ({ passed, failed, skipped: 0 }))
}

/** @param {string} project folder of a jest project, e.g. `test/e2e` */
export const hasProject = (project) => existsSync(fromRoot(project, 'jest.project.js'))

/**
 * Runs jest projects. A test file that cannot even load counts as one failure.
 * @param {string} name of the layer, for the report's file name
 * @param {string[]} projects their folders
 * @param {{ env?: NodeJS.ProcessEnv, args?: string[], workers?: number }} [options] `workers`: files at a time
 * @returns {Promise<Count>}
 */
export async function runJest(name, projects, { env = {}, args = [], workers = 2 } = {}) {
  const report = reportPath(name)
  const chosen = projects.filter(hasProject).map((project) => fromRoot(project, 'jest.project.js'))
  if (chosen.length === 0) return { passed: 0, failed: 0, skipped: 0 }
  const order = [`--testSequencer=${fromRoot('scripts', 'lib', 'longestFirst.mjs')}`]
  const code = await run(
    process.execPath,
    [
      TOOLS.jest,
      '--projects',
      ...chosen,
      '--json',
      `--outputFile=${report}`,
      `--maxWorkers=${workers}`,
      `--cacheDirectory=${join(CACHE, 'jest')}`,
      ...order,
      ...args,
    ],
    { env: { NODE_ENV: 'test', FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env } },
  )
  return countOf(code, report, (result) => ({
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: result.numPendingTests + result.numTodoTests,
    slowest: slowestFiles(result.testResults),
  }))
}

/** @param {{ name: string, startTime: number, endTime: number }[]} results of jest's report @returns {FileTime[]} */
export const slowestFiles = (results) =>
  results
    .map(({ name, startTime, endTime }) => ({ path: relative(ROOT, name), ms: endTime - startTime }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST_SHOWN)

/**
 * Runs all layers, even if earlier ones failed, and says of each what passed and which files took longest. A layer that
 * cannot run at all counts as one failure.
 * @param {[string, () => Promise<Count>][]} layers
 * @returns {Promise<Count>} the sum
 */
export async function runLayers(layers) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const [name, runLayer] of layers) {
    const startedAt = Date.now()
    process.stdout.write(`\n── ${name} ──\n`)
    const count = await runLayer().catch(
      /** @returns {Count} */ (error) => {
        process.stderr.write(failureText(error))
        return { passed: 0, failed: 1, skipped: 0 }
      },
    )
    for (const key of Object.keys(total)) total[key] += count[key]
    say(`${name}: ${count.passed} passed, ${count.failed} failed in ${secondsSince(startedAt)}`)
    for (const { path, ms } of count.slowest ?? []) process.stdout.write(`  ${(ms / 1000).toFixed(1)} s  ${path}\n`)
  }
  return total
}
