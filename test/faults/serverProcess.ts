import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const MAIN = join(__dirname, '../../dist/server/main.js')
const READY_WITHIN_MS = 60_000

export interface ServerProcess {
  /** What it printed for a person: address, opening code, demo sign-in. */
  greeting: string
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>
  stop(): Promise<void>
}

const exited = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** The built server on a given port and database; resolves when it takes requests. */
export async function startServerProcess(port: number, databaseUrl: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
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
  for (const deadline = Date.now() + READY_WITHIN_MS; !/sign-in/.test(output); ) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The server did not start:\n${output}${errors}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited(child)
  }
  return { greeting: output, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
