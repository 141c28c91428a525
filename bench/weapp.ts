import { fork } from 'node:child_process'
import { fromRoot } from '../scripts/lib/paths.mjs'
import { startServer } from '../test/e2e/server'
import { quantile } from './cost'
import { type Kept, openOnce, type WeappStart } from './weappStart'

const RUNS = 7

/** A start in a separate process: nothing is compiled yet, as when WeChat opens the program. */
function startOnce(server: string, kept: Kept): Promise<WeappStart> {
  return new Promise((resolve, reject) => {
    const child = fork(fromRoot('bench', 'weappStart.ts'), [server, JSON.stringify(kept)])
    child.once('message', (start) => resolve(start as WeappStart))
    child.once('exit', (code) => reject(new Error(`a process of the bench ended with ${code}`)))
  })
}

async function measured(server: string, kept: Kept) {
  const starts: WeappStart[] = []
  for (let run = 0; run < RUNS; run++) starts.push(await startOnce(server, kept))
  const of = (key: keyof WeappStart) => {
    const values = starts.map((start) => start[key])
    return { median: Math.round(quantile(values, 0.5)), longest: Math.round(quantile(values, 1)) }
  }
  return { firstPageMs: of('ms'), cpuMs: of('cpuMs') }
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
