import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fromRoot, ROOT } from './paths.mjs'
import { run } from './run.mjs'
import { Refusal, say } from './say.mjs'

const STAMP = fromRoot('node_modules', '.cache', 'fairtick-install')
const WINDOWS = process.platform === 'win32'
/** The runtime that the `node` package brings; everything after the installation runs on it. */
export const PINNED_NODE = fromRoot('node_modules', 'node', 'bin', WINDOWS ? 'node.exe' : 'node')
const OLDEST_USABLE_NODE = 22

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Packages that must be installed: the lock file on this platform. */
function wanted() {
  const lock = readFileSync(fromRoot('package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
}

/** Whether node_modules, filled by hand, already holds every package of the lock file. */
function holdsLockedPackages() {
  const installed = fromRoot('node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const present = readJson(installed).packages
  return Object.entries(readJson(fromRoot('package-lock.json')).packages).every(
    ([path, entry]) => path === '' || entry.optional || present[path]?.version === entry.version,
  )
}

/** @param {string} hash */
function isCurrent(hash) {
  if (!existsSync(fromRoot('node_modules'))) return false
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return true
  if (!holdsLockedPackages()) return false
  remember(hash)
  return true
}

/** @param {string} hash */
function remember(hash) {
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, hash)
}

/**
 * The `node` package fetches the runtime in its install step, where the lock file's hashes do not reach, so the program
 * itself is checked against our hash.
 * @param {string} path @param {{ version: string, sha256: Record<string, string> }} hashes
 */
export function refuseOtherRuntime(path, hashes = readJson(fromRoot('scripts', 'lib', 'runtimeHashes.json'))) {
  const platform = `${process.platform}-${process.arch}`
  const known = hashes.sha256[platform]
  if (known === undefined) return say(`the runtime for ${platform} is not held against a hash`)
  if (createHash('sha256').update(readFileSync(path)).digest('hex') === known) return
  throw new Refusal(
    `${path} is not Node.js ${hashes.version} as released: delete node_modules and run the command again; where it stays so, ` +
      'do not use this registry.',
  )
}

/** Runs npm and returns its exit code. @param {string[]} args */
export async function npm(args) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js') || cli?.endsWith('.cjs')) return run(process.execPath, [cli, ...args])
  return run('npm', args)
}

/**
 * Installs what the lock file says, only if that is not installed yet, and returns the runtime to continue with.
 * @returns {Promise<string>} path of a Node executable
 */
export async function ensureInstalled() {
  if (!existsSync(fromRoot('package-lock.json'))) throw new Refusal(`${ROOT} has no package-lock.json; clone it again.`)
  const hash = wanted()
  if (!isCurrent(hash)) {
    say('installing packages (once; takes a minute or two)')
    // Not `npm ci`: it refuses a lock file that lacks optional binaries of other platforms, and not every registry has all of
    // @tarojs/binding 4.2.1. This installs the locked versions as well, and leaves the lock file alone.
    const code = await npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
    if (code !== 0)
      throw new Refusal(
        'npm install failed, for the reason above: it needs the network, 3 GB of free disk and a folder that this account may ' +
          'write to. Run the command again; it goes on where it stopped.',
      )
    if (existsSync(PINNED_NODE)) refuseOtherRuntime(PINNED_NODE)
    remember(wanted())
  }
  if (existsSync(PINNED_NODE)) return PINNED_NODE
  const missing = `The pinned Node.js is missing, because npm ran no install script: "npm rebuild node" brings it`
  if (Number.parseInt(process.versions.node, 10) < OLDEST_USABLE_NODE)
    throw new Refusal(`${missing}; this is ${process.version}, which cannot take its place.`)
  process.stderr.write(`fairtick: ${missing}. Going on with ${process.version}.\n`)
  return process.execPath
}

/** @param {string} version of a runtime, as `process.version` */
export const isPinned = (version) => version === `v${readJson(fromRoot('package.json')).dependencies.node}`
