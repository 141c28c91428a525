import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { SERVER_FLAGS, SERVER_MALLOC } from '../../scripts/lib/serverFlags.mjs'
import { START_MS, until } from '../support/until'

const MAIN = join(__dirname, '../../dist/server/main.js')

export interface ServerProcess {
  /** Its output for a person: address, opening code, demo sign-in. */
  greeting: string
  /** The end of its log. */
  errors(): string
  isRunning(): boolean
  pid: number
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>
  stop(): Promise<void>
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

const exited = (child: ChildProcess) =>
  isRunning(child) ? new Promise<void>((resolve) => child.once('exit', () => resolve())) : Promise.resolve()

/** The built server on a given port; `where` names its database. Resolves when it takes requests. */
export async function startServerProcess(port: number, where: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, MAIN], {
    env: {
      ...process.env,
      ...SERVER_MALLOC,
      NODE_ENV: 'production',
      PORT: String(port),
      RATE_LIMIT: '0',
      ORDERS_PER_MINUTE: '0',
      EXAMPLE_ORDERS: 'off',
      OPEN_STAKES_MAX: '0.00',
      LOG_LEVEL: 'error',
      ...where,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(-5_000)
  })
  await until('the server to be ready', () => /sign-in/.test(output) || !isRunning(child), {
    withinMs: START_MS,
    describe: () => `${output}${errors}`,
  })
  if (!isRunning(child)) throw new Error(`The server did not start:\n${output}${errors}`)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited(child)
  }
  return {
    greeting: output,
    errors: () => errors,
    isRunning: () => isRunning(child),
    pid: child.pid ?? 0,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
