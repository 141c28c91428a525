import { capture } from '../lib/run.mjs'
import { TOOLS } from '../lib/tools.mjs'

export const title = 'the types fit, and each program has only what its target has'

/**
 * All of it with its tests, and then each target alone: the kit for the proof with neither, the server without a
 * document, the app and the console without Node.
 */
const PROJECTS = ['.', 'proof', 'tools', 'server', 'src', 'console', 'scripts']

/**
 * One checker: each of several works out the types that it needs again, which on two cores takes twice the processor time
 * and ends no sooner.
 * @param {string} project
 */
async function problemsOf(project) {
  const cache = `node_modules/.cache/types-${project === '.' ? 'all' : project}.json`
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', cache, '--pretty', 'false', '--checkers', '1']
  const { code, output } = await capture(process.execPath, [TOOLS.tsc, '-p', project, ...options])
  return code === 0 ? [] : output.trim().split('\n')
}

export async function run() {
  const problems = []
  for (const project of PROJECTS) problems.push(...(await problemsOf(project)))
  return [...new Set(problems)]
}
