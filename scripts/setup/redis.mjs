import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectSecurely } from 'node:tls'
import { Refusal } from '../lib/say.mjs'
import { freePort } from './postgres.mjs'
import { findRedis } from './requirements.mjs'

const READY_WITHIN_MS = 120_000

/**
 * Whether a Redis answers at all on this port; one with a password answers that it wants it.
 * @param {number} port @param {{ certificate: string }} [tls]
 */
const answers = (port, tls) =>
  new Promise((resolve) => {
    const ping = () => socket.write('PING\r\n')
    const socket = tls
      ? connectSecurely({ port, host: '127.0.0.1', ca: readFileSync(tls.certificate) }, ping)
      : connect(port, '127.0.0.1', ping)
    /** @param {boolean} value */
    const end = (value) => resolve(socket.destroy() && value)
    socket.once('data', (bytes) => end(/^(\+PONG|-NOAUTH)/.test(bytes.toString())))
    socket.once('error', () => end(false))
    socket.setTimeout(1_000, () => end(false))
  })

/** A certificate that vouches for itself, for 127.0.0.1. */
export function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-tls-'))
  const [certificate, key] = [join(folder, 'redis.crt'), join(folder, 'redis.key')]
  const of = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  const made = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
  ]
  execFileSync('openssl', ['req', '-x509', ...made, ...of], { stdio: 'ignore' })
  return { folder, certificate, key }
}

/** A Redis that takes TLS and this password only; `ca` is the file that vouches for it. @param {string} password */
export async function startSecureRedis(password) {
  const tls = makeCertificate()
  const port = await freePort()
  const files = ['--tls-cert-file', tls.certificate, '--tls-key-file', tls.key, '--tls-auth-clients', 'no']
  const server = await start(
    port,
    ['--port', '0', '--tls-port', String(port), ...files, '--requirepass', password],
    tls,
  )
  return {
    url: `rediss://:${password}@127.0.0.1:${port}`,
    ca: tls.certificate,
    async kill() {
      await server.kill()
      rmSync(tls.folder, { recursive: true, force: true })
    },
  }
}

/**
 * Starts a server that keeps nothing and waits until it answers.
 * @param {number} port @param {string[]} settings @param {{ certificate: string }} [tls]
 */
async function start(port, settings, tls) {
  const binary = findRedis()
  if (!binary) throw new Refusal('The tests need redis. Install with: sudo apt-get install -y redis-server.')
  const all = [...settings, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn(binary, all, { cwd: tmpdir(), stdio: 'ignore' })
  const exited = new Promise((resolve) => server.once('exit', resolve).once('error', resolve))
  const atExit = () => server.kill('SIGKILL')
  process.once('exit', atExit)
  for (const deadline = Date.now() + READY_WITHIN_MS; !(await answers(port, tls)); ) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Refusal(`${binary} did not start on port ${port}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    process: server,
    async kill() {
      process.removeListener('exit', atExit)
      server.kill('SIGKILL')
      await exited
    },
  }
}

/**
 * Starts a Redis-compatible server that keeps nothing, for tests only.
 * @param {number} [port] where an earlier one was; a free one by default
 * @returns {Promise<{ url: string, port: number, kill(): Promise<void>, pause(): void, resume(): void }>}
 */
export async function startThrowAwayRedis(port) {
  const own = port ?? (await freePort())
  const server = await start(own, ['--port', String(own)])
  return {
    url: `redis://127.0.0.1:${own}`,
    port: own,
    kill: server.kill,
    /** Alive and silent, as behind a network that swallows everything. */
    pause: () => server.process.kill('SIGSTOP'),
    resume: () => server.process.kill('SIGCONT'),
  }
}
