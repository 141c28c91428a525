import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVER_FLAGS, SERVER_MALLOC } from '../../scripts/lib/serverFlags.mjs'
import { START_MS, until } from '../support/until'

/** The whole product as a newcomer starts it: the built server with its own embedded database. */
export interface RunningServer {
  /** e.g. "http://127.0.0.1:41234" */
  origin: string
  /** An account-opening code, as printed at start. */
  openingCode: string
  /** The demo sign-in, as printed at start. */
  demo: { account: string; password: string }
  /** Its DATA_DIR: what the operator's command line works on. */
  dataDir: string
  /** The staff console with the first administrator's link. */
  console: string
  /** Ends it as Ctrl-C does and deletes its folder. */
  stop(): Promise<void>
}

const MAIN = join(__dirname, '../../dist/server/main.js')
const STOPPED_WITHIN_MS = 15_000

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS)
  return ended.finally(() => clearTimeout(timer))
}

/** The terminal's text; undefined until all of it is there. */
function readGreeting(output: string) {
  const origin = /(http:\/\/127\.0\.0\.1:\d+)\/h5\//.exec(output)?.[1]
  const openingCode = /code\D*?\s([A-Z0-9]{8})\b/i.exec(output)?.[1]
  const [, account, password] =
    /sign-in\W+(?:account\s+)?(\w+)\s*(?:\/|,|and|password)+\s*(?:password\s+)?(\S+)/i.exec(output) ?? []
  const console = /Staff console: (\S+)/.exec(output)?.[1]
  if (!origin || !openingCode || !account || !password || !console) return undefined
  return { origin, openingCode, demo: { account, password }, console }
}

/**
 * Starts dist/server/main.js on a free port with a fresh data folder and waits until it takes requests; `settings` go
 * into its environment.
 */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairtick-e2e-'))
  const child = spawn(process.execPath, [...SERVER_FLAGS, MAIN], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      CONSOLE_PORT: '0',
      HOST: '127.0.0.1',
      ...SERVER_MALLOC,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-50_000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const stop = async () => {
    await stopped(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const greeting = await until(
    'the greeting of the server',
    () => readGreeting(output) ?? (child.exitCode === null ? undefined : 'ended'),
    { withinMs: START_MS, everyMs: 50 },
  ).catch(() => 'silent' as const)
  if (typeof greeting === 'object') return { ...greeting, dataDir, stop }
  await stop()
  throw new Error(`The server did not start (${greeting}):\n${output}`)
}
