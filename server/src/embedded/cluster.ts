import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { diskSentence } from '../shared/folders'
import { canEnter, type RunAs } from './account'
import { EmbeddedDatabaseError } from './binaries'

/** One database cluster on disk. */
export interface Cluster {
  /** The cluster's folder, DATA_DIR/postgres. */
  folder: string
  password: string
  account: RunAs | undefined
  bin: string
}

const EXECUTABLE = process.platform === 'win32' ? '.exe' : ''

export const executable = (cluster: Pick<Cluster, 'bin'>, name: string) => join(cluster.bin, name + EXECUTABLE)

/** The few variables that PostgreSQL needs; ours may hold secrets. */
export const childEnv = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  SYSTEMROOT: process.env.SYSTEMROOT,
  LC_ALL: 'C',
  TZ: 'UTC',
})

/**
 * How PostgreSQL should name its folder. Below a folder that its account may not enter (root's home, `mktemp -d`) an
 * absolute path fails, but its working directory still works, and /proc names it.
 */
export function folderAsSeenByPostgres(folder: string, account: RunAs | undefined): string {
  if (canEnter(folder, account)) return folder
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new EmbeddedDatabaseError(
    `The account that runs PostgreSQL cannot enter ${folder}: choose another DATA_DIR or start without root.`,
  )
}

/** The remedy for a damaged file of DATA_DIR. */
export const PUT_BACK = 'put back the one from your copy of DATA_DIR'

export const passwordFile = (dataDir: string) => join(dataDir, 'postgres.password')

function readOrCreatePassword(dataDir: string, account: RunAs | undefined): string {
  const file = passwordFile(dataDir)
  if (!existsSync(file)) {
    // Linked into place when complete, so that of two processes that start together both read the same one.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch {
      if (!existsSync(file)) renameSync(draft, file)
    }
    rmSync(draft, { force: true })
  }
  if (account) chownSync(file, account.uid, account.gid)
  const password = readFileSync(file, 'utf8').trim()
  if (password === '') throw new EmbeddedDatabaseError(`${file} is empty: ${PUT_BACK}.`)
  return password
}

const DRAFT = 'postgres.init-'

/** Half-made clusters of processes that are gone. */
function removeAbandonedDrafts(dataDir: string) {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(DRAFT)) continue
    try {
      process.kill(Number(name.slice(DRAFT.length)), 0)
    } catch {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    }
  }
}

/** Made under another name and renamed when complete: a start that was killed half-way leaves no half cluster. */
function initialise(cluster: Cluster, dataDir: string, durable: boolean) {
  removeAbandonedDrafts(dataDir)
  const draft = join(dataDir, `${DRAFT}${process.pid}`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (cluster.account) chownSync(draft, cluster.account.uid, cluster.account.gid)
  // As standard input, because the account may not be able to enter the folder that the file is in.
  const password = openSync(passwordFile(dataDir), 'r')
  const passwordPath = process.platform === 'win32' ? passwordFile(dataDir) : '/dev/stdin'
  const args = ['-D', folderAsSeenByPostgres(draft, cluster.account), '-U', 'postgres', '-A', 'scram-sha-256']
  args.push(`--pwfile=${passwordPath}`, '-E', 'UTF8', '--locale=C', '--no-instructions')
  if (!durable) args.push('--no-sync')
  const { status, stderr, error } = spawnSync(executable(cluster, 'initdb'), args, {
    cwd: draft,
    env: childEnv(),
    stdio: [password, 'pipe', 'pipe'],
    encoding: 'utf8',
    uid: cluster.account?.uid,
    gid: cluster.account?.gid,
  })
  closeSync(password)
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    const reason = error?.message ?? stderr.trim().split('\n').slice(0, 3).join(' ')
    const full = diskSentence(new Error(stderr))
    throw new EmbeddedDatabaseError(`The embedded PostgreSQL could not be set up in ${dataDir}: ${full ?? reason}`)
  }
  try {
    renameSync(draft, cluster.folder)
  } catch (renameError) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(join(cluster.folder, 'PG_VERSION'))) throw renameError
  }
}

const folderOf = (dataDir: string) => join(dataDir, 'postgres')

/** Whether there is a cluster in `dataDir`. */
export const isSetUp = (dataDir: string) => existsSync(join(folderOf(dataDir), 'PG_VERSION'))

/** PostgreSQL reads only a folder of its own account, and root lends it one. */
function refuseForeign(folder: string, account: RunAs | undefined) {
  const owner = statSync(folder).uid
  if (process.platform === 'win32' || account || owner === process.getuid?.()) return
  throw new EmbeddedDatabaseError(
    `${folder} belongs to another account (its number is ${owner}): start as that one, or as root if root made it, or set DATA_DIR.`,
  )
}

/** Opens the cluster in `dataDir`, creating it the first time. */
export function openCluster(dataDir: string, bin: string, account: RunAs | undefined, durable: boolean): Cluster {
  const folder = folderOf(dataDir)
  if (isSetUp(dataDir)) refuseForeign(folder, account)
  const cluster: Cluster = { folder, password: readOrCreatePassword(dataDir, account), account, bin }
  if (!existsSync(join(folder, 'PG_VERSION'))) initialise(cluster, dataDir, durable)
  if (account) chownSync(folder, account.uid, account.gid)
  if (process.platform !== 'win32') chmodSync(folder, 0o700)
  const major = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (!/^\d+$/.test(major)) {
    throw new EmbeddedDatabaseError(`${join(folder, 'PG_VERSION')} is damaged: ${PUT_BACK}.`)
  }
  if (major !== '18') {
    throw new EmbeddedDatabaseError(
      `The database in ${folder} was made by PostgreSQL ${major} and this version brings 18: move it by pg_dump.`,
    )
  }
  return cluster
}
