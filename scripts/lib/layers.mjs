import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, fromRoot } from './paths.mjs'
import { run } from './run.mjs'
import { TOOLS } from './tools.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

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
  }))
}
