import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Client } from 'pg'
import { openConnection } from '../database/connection'
import { systemClock } from '../shared/clock'
import { diskSentence, openDataFolder } from '../shared/folders'
import type { Log } from '../shared/log'
import { runAsForPostgres } from './account'
import { EmbeddedDatabaseError, findBinaries } from './binaries'
import { type Cluster, isSetUp, openCluster, PUT_BACK, passwordFile } from './cluster'
import {
  answers,
  clearStalePid,
  type Endpoint,
  isRunning,
  lastLogLine,
  readPostmaster,
  signalStop,
  spawnPostmaster,
  urlOf,
} from './postmaster'
import { dropPostgresVariables } from './shellVariables'

export interface EmbeddedOptions {
  dataDir: string
  log: Log
  /** False only in tests: no fsync. */
  durable?: boolean
  database?: string
}

const START_TIMEOUT_MS = 30_000
const POLL_MS = 50
const WATCH_MS = 250
const STOP_FAST_MS = 4_000
const INSTANCE_LOCK = 7_241_865
const INSTANCE_LOCK_WAIT_MS = 2_000

interface Running {
  pid: number
  endpoint: Endpoint
  /** It ran before we came. */
  adopted: boolean
}

/** Less than PostgreSQL needs to start: its log then cannot say why it did not. */
const ROOM_BYTES = 1_000_000

/** Why the postmaster will never answer, as far as this can be known before the time is up. */
function whyNever(cluster: Cluster, isRefused: boolean, hasEnded: boolean): string | undefined {
  const dataDir = dirname(cluster.folder)
  if (isRefused) return `PostgreSQL does not take the password in ${passwordFile(dataDir)}: ${PUT_BACK}.`
  if (!hasEnded) return undefined
  const { bavail, bsize } = statfsSync(cluster.folder)
  const isFull = bavail * bsize < ROOM_BYTES
  return diskSentence(isFull ? { code: 'ENOSPC', path: dataDir } : new Error(lastLogLine(cluster)))
}

/** A postmaster that answers: the one that a killed process of ours left behind, or a new one. */
async function adoptOrStart(cluster: Cluster, durable: boolean, earlier?: Endpoint): Promise<Running> {
  const deadline = Date.now() + START_TIMEOUT_MS
  let spawned: Awaited<ReturnType<typeof spawnPostmaster>> | undefined
  while (Date.now() < deadline) {
    const found = readPostmaster(cluster)
    const answer = found && (await answers(cluster, found.endpoint))
    if (found && answer === true) return { ...found, adopted: found.pid !== spawned?.child.pid }
    const waiting = spawned && spawned.child.exitCode === null && spawned.child.signalCode === null
    const why = whyNever(cluster, answer === 'refused', spawned !== undefined && !waiting)
    if (why !== undefined) {
      if (spawned?.child.pid !== undefined) await stopPostmaster(cluster, spawned.child.pid)
      throw new EmbeddedDatabaseError(why)
    }
    if (!found && !waiting) {
      clearStalePid(cluster)
      spawned = await spawnPostmaster(cluster, durable, earlier)
    }
    await systemClock.sleep(POLL_MS)
  }
  if (spawned?.child.pid !== undefined) await stopPostmaster(cluster, spawned.child.pid)
  throw new EmbeddedDatabaseError(`The embedded PostgreSQL did not start: ${lastLogLine(cluster)}`)
}

async function createDatabaseIfMissing(cluster: Cluster, endpoint: Endpoint, name: string) {
  const client = await openConnection({ connectionString: urlOf(cluster, endpoint, 'postgres') })
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database "${name}"`)
  } finally {
    await client.end()
  }
}

/** Held for as long as this process lives, also if it is killed: PostgreSQL releases it with the connection. */
async function holdInstanceLock(url: string, dataDir: string): Promise<Client> {
  const client = await openConnection({
    connectionString: url,
    application_name: `fairtick-instance:${process.pid}`,
  })
  for (const deadline = Date.now() + INSTANCE_LOCK_WAIT_MS; ; ) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [INSTANCE_LOCK])
    if (rows[0]?.held) return client
    if (Date.now() > deadline) break
    await systemClock.sleep(100)
  }
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
      where application_name like 'fairtick-instance:%' and pid <> pg_backend_pid() limit 1`,
  )
  await client.end()
  const owner = rows[0]?.name.split(':')[1]
  throw new EmbeddedDatabaseError(
    `DATA_DIR ${dataDir} is already used by another Fairtick process${owner ? ` (process ${owner})` : ''}.`,
  )
}

async function stopPostmaster(cluster: Cluster, pid: number) {
  signalStop(cluster, pid, 'fast')
  for (const deadline = Date.now() + STOP_FAST_MS; isRunning(pid) && Date.now() < deadline; ) {
    await systemClock.sleep(POLL_MS)
  }
  if (isRunning(pid)) signalStop(cluster, pid, 'immediate')
}

/** The embedded PostgreSQL, while this process looks after it. */
export type EmbeddedDatabase = Awaited<ReturnType<typeof startEmbedded>>

/**
 * Starts the embedded PostgreSQL in `dataDir` and keeps it running until `stop`. Throws `EmbeddedDatabaseError` with one
 * sentence when this machine cannot run it or another process uses the folder.
 */
export async function startEmbedded(options: EmbeddedOptions) {
  const { dataDir, log, durable = true, database = 'fairtick' } = options
  dropPostgresVariables()
  openDataFolder(dataDir)
  const account = runAsForPostgres()
  log.info(isSetUp(dataDir) ? 'starting the embedded database' : 'setting up the embedded database, once')
  const cluster = openCluster(dataDir, findBinaries(dataDir, account), account, durable)
  let running = await adoptOrStart(cluster, durable)
  const lockUrl = urlOf(cluster, running.endpoint, 'postgres')
  let lock: Client
  try {
    lock = await holdInstanceLock(lockUrl, dataDir)
    await createDatabaseIfMissing(cluster, running.endpoint, database)
  } catch (error) {
    // In use by another process, it is not ours to stop.
    if (!(error instanceof EmbeddedDatabaseError)) await stopPostmaster(cluster, running.pid)
    throw error
  }
  // However this process ends, as long as it is not killed: nothing else would stop a database that nobody looks after.
  const stopAtExit = () => signalStop(cluster, running.pid, 'fast')
  process.once('exit', stopAtExit)
  const url = urlOf(cluster, running.endpoint, database)
  if (running.adopted) log.warn({ pid: running.pid }, 'took over the PostgreSQL that a killed process left running')

  let stopping = false
  let reviving: Promise<void> | undefined
  const revive = async () => {
    log.error({ pid: running.pid }, 'the embedded PostgreSQL stopped unexpectedly and is started again')
    await lock.end().catch(() => undefined)
    running = await adoptOrStart(cluster, durable, running.endpoint)
    lock = await holdInstanceLock(lockUrl, dataDir)
    log.warn({ pid: running.pid }, 'the embedded PostgreSQL is back')
  }
  const watch = setInterval(() => {
    if (stopping || reviving || isRunning(running.pid)) return
    reviving = revive()
      .catch((error) => log.error({ err: error }, 'the embedded PostgreSQL could not be started again yet'))
      .finally(() => {
        reviving = undefined
      })
  }, WATCH_MS)
  watch.unref()

  return {
    url,
    /** Process id of the postmaster now; it changes when the supervisor had to start another one. */
    pid: (): number => running.pid,
    /** Stops PostgreSQL cleanly. */
    async stop() {
      stopping = true
      clearInterval(watch)
      await reviving
      await lock.end().catch(() => undefined)
      await stopPostmaster(cluster, running.pid)
      process.off('exit', stopAtExit)
    },
  }
}
