import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import { openConnection } from '../database/connection'
import { databaseErrorCode } from '../database/database'
import { type Cluster, childEnv, executable, folderAsSeenByPostgres } from './cluster'

/** Where a running postmaster listens. `host` is a folder (Unix socket) or 127.0.0.1. */
export interface Endpoint {
  host: string
  port: number
}

const SOCKET_PORT = 5432
/** The shortest limit of the systems we run on (macOS) for the path of a socket. */
const SOCKET_PATH_MAX = 103

/** Connection address of a database of the cluster. */
export function urlOf(cluster: Cluster, endpoint: Endpoint, database: string): string {
  const credentials = `postgres:${encodeURIComponent(cluster.password)}`
  if (endpoint.host === '127.0.0.1') return `postgresql://${credentials}@127.0.0.1:${endpoint.port}/${database}`
  return `postgresql://${credentials}@/${database}?host=${encodeURIComponent(endpoint.host)}&port=${endpoint.port}`
}

/** Whether a process exists. EPERM says that it does. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** After a restart of the machine the number in postmaster.pid may belong to any program; a zombie runs nothing. */
function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    return /^\d+ \(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** The postmaster that postmaster.pid names, if it still runs. */
export function readPostmaster(cluster: Cluster): { pid: number; endpoint: Endpoint } | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!(pid > 1) || !isAlive(pid) || !isPostgres(pid)) return undefined
  const port = Number(lines[3] || SOCKET_PORT)
  const host = lines[5]?.trim() === '127.0.0.1' ? '127.0.0.1' : cluster.folder
  return { pid, endpoint: { host, port } }
}

/** Removes a postmaster.pid whose process is gone, which PostgreSQL would otherwise have to guess about. */
export function clearStalePid(cluster: Cluster) {
  if (!readPostmaster(cluster)) rmSync(join(cluster.folder, 'postmaster.pid'), { force: true })
}

export const isRunning = (pid: number) => isAlive(pid) && isPostgres(pid)

/** PostgreSQL's codes for a password that is not its. */
const REFUSED = ['28P01', '28000']

/** Whether the postmaster answers a query, or refuses our password. */
export async function answers(cluster: Cluster, endpoint: Endpoint): Promise<boolean | 'refused'> {
  let client: Client | undefined
  try {
    client = await openConnection({
      connectionString: urlOf(cluster, endpoint, 'postgres'),
      connectionTimeoutMillis: 2_000,
      query_timeout: 2_000,
    })
    await client.query('select 1')
    return true
  } catch (error) {
    return REFUSED.includes(databaseErrorCode(error) ?? '') && 'refused'
  } finally {
    await client?.end().catch(() => undefined)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function chooseEndpoint(cluster: Cluster): Promise<Endpoint> {
  const socket = join(cluster.folder, `.s.PGSQL.${SOCKET_PORT}`)
  const fits = process.platform !== 'win32' && Buffer.byteLength(socket) <= SOCKET_PATH_MAX
  return fits ? { host: cluster.folder, port: SOCKET_PORT } : { host: '127.0.0.1', port: await freePort() }
}

/** Settings by command line, so that a new version of ours applies to an old folder too. */
function settings(endpoint: Endpoint, durable: boolean): string[] {
  const tcp = endpoint.host === '127.0.0.1'
  const values: Record<string, string | number> = {
    port: endpoint.port,
    listen_addresses: tcp ? '127.0.0.1' : '',
    // Relative to the cluster's folder: short, and reachable regardless of the permissions of its parent folders.
    unix_socket_directories: tcp ? '' : '.',
    unix_socket_permissions: '0700',
    max_connections: 120,
    shared_buffers: '128MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // A failed statement would carry its values into the log.
    log_min_error_statement: 'panic',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Starts a postmaster in its own session: Ctrl-C reaches only us, and we stop it after the last request. */
export async function spawnPostmaster(
  cluster: Cluster,
  durable: boolean,
  /** Where an earlier one listened, so that addresses already handed out stay valid. */
  earlier?: Endpoint,
): Promise<{ child: ChildProcess; endpoint: Endpoint }> {
  const endpoint = earlier ?? (await chooseEndpoint(cluster))
  const log = openSync(join(dirname(cluster.folder), 'postgres.log'), 'a', 0o600)
  const args = ['-D', folderAsSeenByPostgres(cluster.folder, cluster.account), ...settings(endpoint, durable)]
  const child = spawn(executable(cluster, 'postgres'), args, {
    cwd: cluster.folder,
    env: childEnv(),
    detached: true,
    stdio: ['ignore', log, log],
    uid: cluster.account?.uid,
    gid: cluster.account?.gid,
  })
  child.on('error', () => undefined)
  child.unref()
  closeSync(log)
  return { child, endpoint }
}

/** The last line that PostgreSQL logged, for an error message. */
export function lastLogLine(cluster: Cluster): string {
  try {
    return (
      readFileSync(join(dirname(cluster.folder), 'postgres.log'), 'utf8')
        .trim()
        .split('\n')
        .at(-1) ?? ''
    )
  } catch {
    return ''
  }
}

/** Asks the postmaster to stop: `fast` ends sessions and writes a checkpoint, `immediate` recovers at the next start. */
export function signalStop(cluster: Cluster, pid: number, mode: 'fast' | 'immediate') {
  if (process.platform === 'win32') {
    spawnSync(executable(cluster, 'pg_ctl'), ['-D', cluster.folder, '-m', mode, '-W', 'stop'], { env: childEnv() })
    return
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  } catch {
    // Gone already.
  }
}
