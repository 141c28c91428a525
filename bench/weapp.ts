import { fork } from 'node:child_process'
import { fromRoot } from '../scripts/lib/paths.mjs'
import { startServer } from '../test/e2e/server'
import { quantile } from './cost'
import type { WeappStart } from './weappStart'

const RUNS = 7

/** A start in a separate process: nothing is compiled yet, as when WeChat opens the program. */
function startOnce(server: string): Promise<WeappStart> {
  return new Promise((resolve, reject) => {
    const child = fork(fromRoot('bench', 'weappStart.ts'), [server])
    child.once('message', (start) => resolve(start as WeappStart))
    child.once('exit', (code) => reject(new Error(`a process of the bench ended with ${code}`)))
  })
}

/** The mini program in the rig of its tests, from the start to the texts of its first page. */
export async function benchWeapp() {
  const server = await startServer()
  try {
    const starts: WeappStart[] = []
    for (let run = 0; run < RUNS; run++) starts.push(await startOnce(server.origin))
    const of = (key: keyof WeappStart) => {
      const values = starts.map((start) => start[key])
      return { median: Math.round(quantile(values, 0.5)), longest: Math.round(quantile(values, 1)) }
    }
    return { runs: RUNS, firstPageMs: of('ms'), cpuMs: of('cpuMs') }
  } finally {
    await server.stop()
  }
}
