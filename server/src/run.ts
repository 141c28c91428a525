import closeWithGrace from 'close-with-grace'
import { SIGNER_ROLE } from './cluster/roles'
import { loadConfig } from './config'
import { DAMAGED, databaseErrorCode, isDatabaseUnavailable } from './database/database'
import { SchemaError } from './database/migrate'
import { EmbeddedDatabaseError } from './embedded/binaries'
import { type RunningServer, type ServerExtras, startServer } from './server'
import { ConfigError } from './shared/env'
import { diskSentence } from './shared/folders'
import { createLog, logDestination } from './shared/log'
import { forgetSecrets } from './shared/settingNames'
import { nameSourcesOf } from './shared/stackMaps'
import { collectStartGarbage } from './shared/startGarbage'
import { startSigner } from './signerProcess'

const CLOSE_WITHIN_MS = 10_000
const SAME_KEYPRESS_MS = 1_000

/** Lines in a frame, which stands out from the other output. */
function framed(lines: readonly string[]): string[] {
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '─'.repeat(width + 2)
  return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`]
}

/** For a person: where to go and how to get in. Everything else goes to the log on standard error. */
function announce({ origin, demo, console }: RunningServer, publicOrigin: string | undefined) {
  const lines = [`Fairtick is ready: ${origin}/h5/`]
  if (publicOrigin) lines.push(`Users open: ${new URL(publicOrigin).origin}/h5/`)
  if (demo) {
    lines.push(`Account-opening code: ${demo.openingCode}`)
    lines.push(`Demo sign-in: ${demo.account} / ${demo.password} (trade password ${demo.tradePassword})`)
  }
  if (console) lines.push(`Staff console: ${console}`)
  process.stdout.write(`${(process.stdout.isTTY ? framed(lines) : lines).join('\n')}\n`)
}

const isSigner = () => process.env.ROLES?.trim() === SIGNER_ROLE

async function serveSigner() {
  const { log, where, close } = await startSigner()
  forgetSecrets(process.env)
  closeWithGrace({ delay: CLOSE_WITHIN_MS, logger: log }, close)
  process.stdout.write(`Fairtick's signer is ready: ${where}\n`)
}

async function serve(extras: ServerExtras) {
  const config = loadConfig()
  forgetSecrets(process.env)
  const log = createLog(config.logLevel, logDestination(config.logFormat))
  for (const sentence of config.misspelt) process.stderr.write(`fairtick: ${sentence}\n`)
  const starting = startServer(config, log, extras)
  let firstSignalAt = Number.POSITIVE_INFINITY
  const onSecondSignal = () => {
    // One Ctrl-C can arrive twice: from the terminal and from the npm script above us.
    if (Date.now() - firstSignalAt > SAME_KEYPRESS_MS) process.exit(130)
  }
  closeWithGrace({ delay: CLOSE_WITHIN_MS, logger: log, onSecondSignal }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an unexpected error')
    firstSignalAt = Date.now()
    if (signal) log.info({ signal }, 'stopping')
    // A signal may come before everything runs.
    const server = await starting.catch(() => undefined)
    await server?.close()
  })
  const server = await starting
  collectStartGarbage()
  announce(server, config.publicOrigin)
}

/** The sentence for a failure without a specific one: a disk, or a database that went away in the middle. */
function sentenceOf(error: unknown): string | undefined {
  const disk = diskSentence(error)
  if (error instanceof Error && DAMAGED.has(databaseErrorCode(error) ?? ''))
    return `The database is damaged (${error.message}): restore it from a backup (docs/RESTORING.md).`
  if (disk !== undefined || !(error instanceof Error) || !isDatabaseUnavailable(error)) return disk
  return `The database does not answer (${error.message}): see whether it runs, and start again.`
}

/** Runs the server until a signal ends it; what cannot be started says why in one sentence. */
export function runServer(extras: ServerExtras = {}): void {
  nameSourcesOf(__filename)
  const running = isSigner() ? serveSigner() : serve(extras)
  running.catch((error: unknown) => {
    const expected = [ConfigError, EmbeddedDatabaseError, SchemaError].some((kind) => error instanceof kind)
    const known = expected && error instanceof Error ? error.message : sentenceOf(error)
    const text = known ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.stderr.write(`fairtick: ${text}\n`)
    process.exit(1)
  })
}
