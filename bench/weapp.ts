import { fork } from 'node:child_process'
import { fromRoot } from '../scripts/lib/paths.mjs'
import { startServer } from '../test/e2e/server'
import { FOLDER } from '../test/weapp/start'
import { quantile } from './cost'
import { type Kept, openOnce, type WeappStart } from './weappStart'

const RUNS = 21

/** Builds that are measured in turn: this one, and another one to compare it with, e.g. that of an earlier commit. */
const FOLDERS = [FOLDER, ...(process.env.WEAPP_BESIDE ? [process.env.WEAPP_BESIDE] : [])]

/** Nothing is collected in so short a time: when it happens depends on what the rig has loaded. */
const NO_COLLECTION = ['--min-semi-space-size=64', '--max-semi-space-size=64']

/** A start in a separate process: nothing is compiled yet, as when WeChat opens the program. */
function startOnce(server: string, kept: Kept, folder: string): Promise<WeappStart> {
  return new Promise((resolve, reject) => {
    const child = fork(fromRoot('bench', 'weappStart.ts'), [server, JSON.stringify(kept), folder], {
      execArgv: [...process.execArgv, ...NO_COLLECTION],
    })
    child.once('message', (start) => resolve(start as WeappStart))
    child.once('exit', (code) => reject(new Error(`a process of the bench ended with ${code}`)))
  })
}

function figuresOf(starts: readonly WeappStart[]) {
  const of = (key: keyof WeappStart) => {
    const at = (share: number) =>
      Math.round(
        quantile(
          starts.map((start) => start[key]),
          share,
        ),
      )
    return { median: at(0.5), shortest: at(0), longest: at(1) }
  }
  return { firstPageMs: of('ms'), cpuMs: of('cpuMs') }
}

/** The builds take turns, so that a busy machine slows them alike. */
async function measured(server: string, kept: Kept) {
  const starts = FOLDERS.map((): WeappStart[] => [])
  for (let run = 0; run < RUNS; run++) {
    for (const [index, folder] of FOLDERS.entries()) starts[index]?.push(await startOnce(server, kept, folder))
  }
  const [own = figuresOf([]), beside] = starts.map(figuresOf)
  return { ...own, ...(beside && { beside }) }
}

/** Storage on the phone of a member who has opened the program before. */
async function memberAt({ origin, demo }: { origin: string; demo: object }): Promise<Kept> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/api/sessions`, { method: 'POST', headers, body: JSON.stringify(demo) })
  const { token, user } = (await answer.json()) as { token: string; user: object }
  const value = { token, userInfo: user, appInfo: null, registerInfo: null, orderBackUrl: '', kefuUrl: '' }
  const { kept, stop } = await openOnce(origin, [['session', JSON.stringify({ version: 1, value })]])
  stop()
  return kept
}

/** The mini program in the rig of its tests, from the start to the texts of its first page: a visitor's, and a member's. */
export async function benchWeapp() {
  const server = await startServer()
  try {
    const visitor = await measured(server.origin, [])
    return { runs: RUNS, ...visitor, member: await measured(server.origin, await memberAt(server)) }
  } finally {
    await server.stop()
  }
}
