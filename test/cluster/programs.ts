import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Programs that a test runs in parallel, each by a name and with its log in `folder`. */
export function createPrograms(folder: string) {
  const running = new Map<string, ChildProcess>()
  const logOf = (name: string) => join(folder, `${name}.log`)

  function signal(child: ChildProcess, how: NodeJS.Signals) {
    try {
      // With all that it has started, as PostgreSQL under Patroni.
      process.kill(-(child.pid ?? 0), how)
    } catch {
      // It is gone already.
    }
  }

  // If nobody got to end them, nothing continues.
  process.once('exit', () => {
    for (const child of running.values()) signal(child, 'SIGKILL')
  })

  async function end(name: string, how: NodeJS.Signals = 'SIGKILL') {
    const child = running.get(name)
    running.delete(name)
    if (!child) return
    const exited = child.exitCode !== null || new Promise((resolve) => child.once('exit', resolve))
    signal(child, how)
    await exited
  }

  return {
    start(name: string, command: string, args: readonly string[], options: SpawnOptions = {}) {
      const log = openSync(logOf(name), 'a')
      running.set(name, spawn(command, args, { ...options, detached: true, stdio: ['ignore', log, log] }))
    },
    end,
    endAll: () => Promise.all([...running.keys()].map((name) => end(name))),
    /** The end of what a program has said. */
    said: (name: string) => readFileSync(logOf(name), 'utf8').slice(-2_000),
  }
}

export type Programs = ReturnType<typeof createPrograms>
