import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { CACHE, fromRoot, ROOT } from './paths.mjs'
import { capture, run } from './run.mjs'
import { failureText, say, secondsSince } from './say.mjs'
import { TOOLS } from './tools.mjs'

/**
 * @typedef {{ path: string, ms: number }} FileTime
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult
 * @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number, assertionResults: TestResult[] }} FileResult
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {FileTime[]} [slowest]
 * @property {string} [output]
 * @property {string[]} [failures] which tests failed, and what each said first
 * @property {string[]} [faults] the same of those whose file passed when it was run again
 * @typedef {(aside: boolean) => Promise<Count>} RunLayer returns what it would have printed as `output` if it runs aside
 */

const SLOWEST_SHOWN = 5
/** Lines of a failure that are said again at the end: what was expected, and where. */
const FAILURE_LINES = 8

/** What each layer may take on two idle cores, as CONTRIBUTING.md says. @type {Record<string, number>} */
export const MINUTES = {
  check: 1,
  unit: 2,
  server: 3,
  proof: 2,
  faults: 2,
  cluster: 4,
  weapp: 2,
  'server-on-system-postgres': 2,
  containers: 9,
  e2e: 4,
}

/** @param {string} name */
function reportPath(name) {
  const folder = join(CACHE, 'test')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name.replace(/\W+/g, '-')}.json`)
  rmSync(path, { force: true })
  return path
}

const ONE_FAILURE = { passed: 0, failed: 1, skipped: 0 }

/** What a command reported, if it got so far. @template T @param {string} path @returns {T | undefined} */
const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** A command that failed without saying what counts as one failure, so that it never passes unseen. @param {number} code @param {Count} count @returns {Count} */
const orOneFailure = (code, count) => (code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count)

/** @returns {Promise<Count>} one test for each check */
export async function runChecks() {
  const report = reportPath('check')
  const code = await run(process.execPath, [fromRoot('scripts', 'check.mjs'), `--report=${report}`])
  return orOneFailure(code, { passed: 0, failed: 0, ...readReport(report), skipped: 0 })
}

/** @param {string} project folder of a jest project, e.g. `test/e2e` */
const hasProject = (project) => existsSync(fromRoot(project, 'jest.project.js'))

/** @param {FileResult} file */
const hasFailed = ({ status }) => status === 'failed'

/** More files than this that fail are no chance, and are not run again. */
const RUN_AGAIN_MAX = 5

/**
 * Runs jest projects. A test file that cannot even load counts as one failure. A file that failed is run once more,
 * alone: what passes then is no failure, and is named among the faults.
 * @param {string} name of the layer, for the report's file name
 * @param {string[]} projects their folders
 * @param {{ env?: NodeJS.ProcessEnv, args?: string[], workers?: number, aside?: boolean }} [options] `workers`: files at a
 *   time; `aside`: returns the output instead of printing it
 * @returns {Promise<Count>}
 */
export async function runJest(name, projects, { env = {}, args = [], workers = 2, aside = false } = {}) {
  const chosen = projects.filter(hasProject).map((project) => fromRoot(project, 'jest.project.js'))
  if (chosen.length === 0) return { passed: 0, failed: 0, skipped: 0 }
  const options = { env: { NODE_ENV: 'test', FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env } }
  /** @param {string} title @param {string[]} more */
  const runOnce = async (title, more) => {
    const report = reportPath(title)
    const command = [
      TOOLS.jest,
      '--projects',
      ...chosen,
      '--json',
      `--outputFile=${report}`,
      `--cacheDirectory=${join(CACHE, 'jest')}`,
      `--testSequencer=${fromRoot('scripts', 'lib', 'longestFirst.mjs')}`,
      ...more,
    ]
    const { code, output } = aside
      ? await capture(process.execPath, command, options)
      : { code: await run(process.execPath, command, options), output: '' }
    /** @type {FileResult[]} */
    const files = readReport(report)?.testResults ?? []
    return { code, output, files }
  }
  const { code, output, files } = await runOnce(name, [`--maxWorkers=${workers}`, ...args])
  const failing = files.filter(hasFailed)
  if (failing.length === 0 || failing.length > RUN_AGAIN_MAX)
    return { ...orOneFailure(code, countFiles(files)), output }
  const paths = failing.map((file) => file.name)
  const again = await runOnce(`${name} again`, ['--runInBand', '--runTestsByPath', ...paths])
  const count = countAfterRunningAgain(files, again.files)
  return { ...orOneFailure(again.code, count), output: output + again.output }
}

/** @param {FileResult[]} files @returns {Count} */
export function countFiles(files) {
  /** @param {FileResult} file @param {...string} statuses */
  const tests = ({ assertionResults }, ...statuses) =>
    assertionResults.filter(({ status }) => statuses.includes(status)).length
  return {
    passed: files.reduce((sum, file) => sum + tests(file, 'passed'), 0),
    failed: files.filter(hasFailed).reduce((sum, file) => sum + Math.max(1, tests(file, 'failed')), 0),
    skipped: files.reduce((sum, file) => sum + tests(file, 'pending', 'todo'), 0),
    slowest: slowestFiles(files),
    failures: files.filter(hasFailed).flatMap(failuresOf),
  }
}

/** The failures of a file: by test, or what kept it from loading. @param {FileResult} file @returns {string[]} */
function failuresOf({ name, message, assertionResults }) {
  const tests = assertionResults.filter(({ status }) => status === 'failed')
  const told = tests.map(({ fullName, failureMessages }) => `: ${fullName}\n${failureMessages.join('\n')}`)
  return (told.length > 0 ? told : [`: did not run\n${message}`]).map((text) => relative(ROOT, name) + shorten(text))
}

/** The first lines, without empty ones and colours. @param {string} text */
function shorten(text) {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.slice(0, FAILURE_LINES).join('\n    ')
}

/**
 * The second run decides about the files that failed in the first.
 * @param {FileResult[]} first @param {FileResult[]} again @returns {Count}
 */
export function countAfterRunningAgain(first, again) {
  const files = first.map((file) => again.find(({ name }) => name === file.name) ?? file)
  const faults = first.filter((file, place) => hasFailed(file) && !hasFailed(files[place]))
  return { ...countFiles(files), slowest: slowestFiles(first), faults: faults.flatMap(failuresOf) }
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
 * @returns {Promise<Count & { failures: string[], faults: string[], slow: string[] }>} the sum, and the layers that took twice their minutes
 */
export async function runLayers(layers, secondLane = []) {
  const total = {
    passed: 0,
    failed: 0,
    skipped: 0,
    failures: /** @type {string[]} */ ([]),
    faults: /** @type {string[]} */ ([]),
    slow: /** @type {string[]} */ ([]),
  }
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
      total.faults.push(...(count.faults ?? []))
      const unnamed = count.failed > 0 ? [`${name}, as a whole: see what it printed`] : []
      total.failures.push(...(count.failures?.length ? count.failures : unnamed))
      const minutes = (Date.now() - startedAt) / 60_000
      if (minutes > 2 * (MINUTES[name] ?? Number.POSITIVE_INFINITY))
        total.slow.push(`${name} took ${minutes.toFixed(1)} minutes instead of ${MINUTES[name]}`)
      say(`${name}: ${count.passed} passed, ${count.failed} failed in ${secondsSince(startedAt)}`)
      for (const { path, ms } of count.slowest ?? []) process.stdout.write(`  ${(ms / 1000).toFixed(1)} s  ${path}\n`)
    }
  }
  await Promise.all([inTurn(layers, false), inTurn(secondLane, true)])
  return total
}
