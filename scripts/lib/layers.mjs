import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CACHE, fromRoot, ROOT } from './paths.mjs'
import { capture, run } from './run.mjs'
import { failureText, say, secondsSince } from './say.mjs'
import { TOOLS } from './tools.mjs'

/**
 * @typedef {{ path: string, ms: number }} FileTime
 * @typedef {{ passed: number, failed: number, skipped: number, slowest?: FileTime[], output?: string }} Count
 * @typedef {(aside: boolean) => Promise<Count>} RunLayer returns what it would have printed as `output` if it runs aside
 */

const SLOWEST_SHOWN = 5

/** @param {string} name */
function reportPath(name) {
  const folder = join(CACHE, 'test')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name.replace(/\W+/g, '-')}.json`)
  rmSync(path, { force: true })
  return path
}

const ONE_FAILURE = { passed: 0, failed: 1, skipped: 0 }

/**
 * A command that failed without a report counts as one failure, so that it never passes unseen.
 * @template T what the report has
 * @param {number} code
 * @param {string} report its path
 * @param {(result: T) => Count} read @returns {Count}
 */
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
  /** @param {{ passed: number, failed: number }} result of `check.mjs` */
  const read = (result) => ({ ...result, skipped: 0 })
  return countOf(code, report, read)
}

/** @param {string} project folder of a jest project, e.g. `test/e2e` */
const hasProject = (project) => existsSync(fromRoot(project, 'jest.project.js'))

/**
 * Runs jest projects. A test file that cannot even load counts as one failure.
 * @param {string} name of the layer, for the report's file name
 * @param {string[]} projects their folders
 * @param {{ env?: NodeJS.ProcessEnv, args?: string[], workers?: number, aside?: boolean }} [options] `workers`: files at a
 *   time; `aside`: returns the output instead of printing it
 * @returns {Promise<Count>}
 */
export async function runJest(name, projects, { env = {}, args = [], workers = 2, aside = false } = {}) {
  const report = reportPath(name)
  const chosen = projects.filter(hasProject).map((project) => fromRoot(project, 'jest.project.js'))
  if (chosen.length === 0) return { passed: 0, failed: 0, skipped: 0 }
  const order = [`--testSequencer=${fromRoot('scripts', 'lib', 'longestFirst.mjs')}`]
  const command = [
    TOOLS.jest,
    '--projects',
    ...chosen,
    '--json',
    `--outputFile=${report}`,
    `--maxWorkers=${workers}`,
    `--cacheDirectory=${join(CACHE, 'jest')}`,
    ...order,
    ...args,
  ]
  const options = { env: { NODE_ENV: 'test', FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env } }
  const { code, output } = aside
    ? await capture(process.execPath, command, options)
    : { code: await run(process.execPath, command, options), output: '' }
  const count = countOf(code, report, (result) => ({
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: result.numPendingTests + result.numTodoTests,
    slowest: slowestFiles(result.testResults),
  }))
  return { ...count, output }
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
 * @param {[string, RunLayer][]} layers run one after the other
 * @param {[string, RunLayer][]} [secondLane] also one after the other, at the same time; each is printed when it has ended
 * @returns {Promise<Count>} the sum
 */
export async function runLayers(layers, secondLane = []) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  /** @param {[string, RunLayer][]} turns @param {boolean} aside */
  const inTurn = async (turns, aside) => {
    for (const [name, runLayer] of turns) {
      const startedAt = Date.now()
      const title = `\n── ${name} ──\n`
      if (!aside) process.stdout.write(title)
      /** @type {Count} */
      const count = await runLayer(aside).catch((error) => ({ ...ONE_FAILURE, output: failureText(error) }))
      process.stdout.write(`${aside ? title : ''}${count.output ?? ''}`)
      total.passed += count.passed
      total.failed += count.failed
      total.skipped += count.skipped
      say(`${name}: ${count.passed} passed, ${count.failed} failed in ${secondsSince(startedAt)}`)
      for (const { path, ms } of count.slowest ?? []) process.stdout.write(`  ${(ms / 1000).toFixed(1)} s  ${path}\n`)
    }
  }
  await Promise.all([inTurn(layers, false), inTurn(secondLane, true)])
  return total
}
