import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ROOT } from './paths.mjs'
import { Refusal } from './say.mjs'

const LIFELINE = fileURLToPath(new URL('lifeline.cjs', import.meta.url))
/** npm repeats the terminal's Ctrl-C, so the same signal within this time is the same key press. */
const REPEAT_MS = 1000

/**
 * Runs a command with the terminal's output and returns its exit code.
 * @param {string} command @param {string[]} args @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { env, cwd = ROOT } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
    })
    child.once('error', (error) => reject(new Refusal(`Could not run ${command}: ${error.message}.`)))
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

/**
 * Runs a command and returns what it printed, both streams together.
 * @param {string} command @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, echo?: boolean }} [options] `echo` also shows it as it comes
 * @returns {Promise<{ code: number, output: string }>}
 */
export function capture(command, args, { env, cwd = ROOT, echo = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const chunks = []
    /** @param {NodeJS.WriteStream} stream @returns {(chunk: Buffer) => void} */
    const collect = (stream) => (chunk) => {
      chunks.push(chunk)
      if (echo) stream.write(chunk)
    }
    child.stdout.on('data', collect(process.stdout))
    child.stderr.on('data', collect(process.stderr))
    child.once('error', (error) => reject(new Refusal(`Could not run ${command}: ${error.message}.`)))
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }))
  })
}

/**
 * Runs a Node script in the foreground until it ends. The child has its own process group, so Ctrl-C reaches it
 * once, from here; it stops by itself when this process is killed (see lifeline.cjs).
 * @param {string} node the runtime
 * @param {string[]} args script and arguments
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} exit code; 128 + signal number if a signal ended it
 */
export function runForeground(node, args, { env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, ['--require', LIFELINE, ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    })
    let last = { signal: '', at: 0 }
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      const now = Date.now()
      if (last.signal === signal && now - last.at < REPEAT_MS) return
      last = { signal, at: now }
      child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    child.once('error', (error) => reject(new Refusal(`Could not run ${node}: ${error.message}.`)))
    child.once('exit', (code, signal) => {
      for (const name of signals) process.removeListener(name, pass)
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143))
    })
  })
}
