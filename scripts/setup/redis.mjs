import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { Refusal } from '../lib/say.mjs'
import { freePort } from './postgres.mjs'
import { findRedis } from './requirements.mjs'

const READY_WITHIN_MS = 10_000

/** Whether a Redis answers a ping on this port. */
const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    const end = (value) => resolve(socket.destroy() && value)
    socket.once('data', (bytes) => end(bytes.toString().startsWith('+PONG')))
    socket.once('error', () => end(false))
    socket.setTimeout(1_000, () => end(false))
  })

/**
 * Starts a Redis-compatible server that keeps nothing, for tests only.
 * @param {number} [port] where an earlier one was; a free one by default
 * @returns {Promise<{ url: string, port: number, kill(): Promise<void>, pause(): void, resume(): void }>}
 */
export async function startThrowAwayRedis(port) {
  const binary = findRedis()
  if (!binary) throw new Refusal('The tests need redis. Install with: sudo apt-get install -y redis-server.')
  const own = port ?? (await freePort())
  const settings = ['--port', String(own), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn(binary, settings, { cwd: tmpdir(), stdio: 'ignore' })
  const exited = new Promise((resolve) => server.once('exit', resolve).once('error', resolve))
  const atExit = () => server.kill('SIGKILL')
  process.once('exit', atExit)
  for (const deadline = Date.now() + READY_WITHIN_MS; !(await answers(own)); ) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Refusal(`${binary} did not start on port ${own}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url: `redis://127.0.0.1:${own}`,
    port: own,
    async kill() {
      process.removeListener('exit', atExit)
      server.kill('SIGKILL')
      await exited
    },
    /** Alive and silent, as behind a network that swallows everything. */
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
  }
}
