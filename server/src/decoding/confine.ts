import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../shared/paths'

const PERL = '/usr/bin/perl'
const LAUNCHER = join(__dirname, 'confine.pl')
/** What Node.js and the decoders' packages read of a system: none of it is a secret. */
const OF_THE_SYSTEM = ['/usr/lib', '/usr/lib64', '/lib', '/lib64', '/etc/ld.so.cache', '/etc/ssl/openssl.cnf']
/** What the kernel runs first to start Node.js, on x64 and arm64. */
const LOADERS = ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1']
/** Ends with 0 only if neither the folder of all folders nor the settings of the caller can be read, and no socket opens. */
const PROBE = `
const opens = (path) => { try { require('node:fs').opendirSync(path).closeSync(); return true } catch { return false } }
const socket = require('node:net').connect(9, '127.0.0.1')
socket.on('connect', () => process.exit(1))
socket.on('error', ({ code }) => process.exit(code !== 'EPERM' || opens('/') || opens('/proc/' + process.ppid) ? 1 : 0))`
const PROBE_MS = 30_000

/**
 * The command that runs Node.js with `args` so that it reads the program in `folder`, its packages and the system's libraries,
 * and nothing else (`confine.pl`).
 */
export function confined(folder: string, args: readonly string[]): readonly [command: string, args: string[]] {
  const paths = [process.execPath, folder, join(projectRoot(), 'node_modules'), join(projectRoot(), 'package.json')]
  return [PERL, [LAUNCHER, ...paths, ...OF_THE_SYSTEM, ...LOADERS, '--', process.execPath, ...args]]
}

let answer: Promise<string | undefined> | undefined

function probe(): Promise<string | undefined> {
  if (process.platform !== 'linux') return Promise.resolve('this is not Linux')
  if (!existsSync(PERL)) return Promise.resolve(`there is no ${PERL}`)
  const [command, args] = confined(__dirname, ['-e', PROBE])
  return new Promise((resolve) => {
    execFile(command, args, { env: {}, timeout: PROBE_MS }, (error, _, said) =>
      resolve(error ? said.trim().split('\n')[0] || 'the kernel does not keep a process to its limits' : undefined),
    )
  })
}

/** Undefined if decoders can be confined on this machine, or why they cannot; found out once, by trying. */
export function whyNotConfined(): Promise<string | undefined> {
  answer ??= probe()
  return answer
}
