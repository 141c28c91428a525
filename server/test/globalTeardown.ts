import { rmSync } from 'node:fs'
import { Client } from 'pg'
import { endAnswersSeen } from './answersSeen'
import { state } from './globalState'
import { endSuiteLogs } from './suiteLog'

/** The parts used of jest's configuration of a run, and of the project whose tests it was. */
interface Run {
  testPathPatterns: { patterns: string[] }
  testNamePattern?: string
  onlyChanged: boolean
  findRelatedTests: boolean
  shard?: unknown
}
interface Project {
  displayName?: { name: string }
}

/** Only a run of every test of the server can say what none of them has seen. */
const isWhole = (run: Run, project: Project) =>
  project.displayName?.name === 'server' &&
  run.testPathPatterns.patterns.length === 0 &&
  run.testNamePattern === undefined &&
  !run.onlyChanged &&
  !run.findRelatedTests &&
  run.shard === undefined

export default async function globalTeardown(run: Run, project: Project) {
  if (state.adminUrl && !state.embedded) {
    const admin = new Client({ connectionString: state.adminUrl })
    await admin.connect()
    await admin.query(`drop database if exists ${state.template} with (force)`)
    await admin.end()
  }
  await state.embedded?.stop()
  if (state.folder) rmSync(state.folder, { recursive: true, force: true })
  const findings = endSuiteLogs()
  if (findings.length > 0) throw new Error(`The logs of this run hold what no log may hold:\n${findings.join('\n')}`)
  const silent = endAnswersSeen()
  if (isWhole(run, project) && silent.length > 0) {
    throw new Error(`No test of this run was answered by:\n${silent.join('\n')}`)
  }
}
