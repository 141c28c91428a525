import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { START_MS, until } from '../support/until'

const ROOT = join(__dirname, '../..')

/** One node as it runs in earnest: the built server in its own process, on a port that stays the same. */
export interface NodeProcess {
  readonly origin: string
  /** Undefined while it is down. */
  pid(): number | undefined
  /** Resolves when it takes requests. `within` is a command that runs the one after it, and becomes it. */
  start(within?: readonly string[]): Promise<void>
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>
  /** SIGTERM: finishes what it has begun. */
  stop(): Promise<void>
  remove(): Promise<void>
  /** The output for a person at the start. */
  greeting(): string
}

/** `folder` holds `dist/server`; the default is this repository. `runtime` is the Node.js that runs it. */
export function createNodeProcess(
  port: number,
  env: Record<string, string>,
  folder = ROOT,
  runtime = process.execPath,
): NodeProcess {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairtick-cluster-'))
  let child: ChildProcess | undefined
  let output = ''

  async function end(signal: NodeJS.Signals) {
    const ending = child
    if (!ending) return
    const exited = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    await exited
    child = undefined
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    pid: () => child?.pid,
    greeting: () => output,
    async start(within = []) {
      output = ''
      let errors = ''
      const [command = runtime, ...args] = [...within, runtime, join(folder, 'dist/server/main.js')]
      const starting = spawn(command, args, {
        cwd: folder,
        env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      starting.stdout.on('data', (chunk) => {
        output += chunk
      })
      starting.stderr.on('data', (chunk) => {
        errors = `${errors}${chunk}`.slice(-5_000)
      })
      await until(`the node on port ${port}`, () => /sign-in/.test(output) || starting.exitCode !== null, {
        withinMs: START_MS,
        describe: () => `${output}${errors}`,
      })
      if (starting.exitCode !== null) throw new Error(`The node on port ${port} did not start:\n${output}${errors}`)
      child = starting
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async remove() {
      await end('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
