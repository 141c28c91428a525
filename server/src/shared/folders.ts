import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigError, type Env } from './env'

/** The meaning of an error of the file system or of PostgreSQL for the operator. */
const REASONS: Record<string, string> = {
  EACCES: 'this account may not write there: start as another one, or choose another folder',
  EPERM: 'this account may not write there: start as another one, or choose another folder',
  EROFS: 'it is on a disk that is read-only: choose another folder',
  ENOTDIR: 'a file stands where a folder is needed: choose another folder',
  ENOENT: 'no folder can be made there: choose another one',
  ENOSPC: 'the disk is full: free some space and start again',
  EDQUOT: 'the disk space of this account is used up: free some and start again',
  '53100': 'the disk is full: free some space and start again',
}

/** One sentence if `error` says that a folder or its disk cannot be written to; else undefined. */
export function diskSentence(error: unknown): string | undefined {
  const { code = '', message = '', path, syscall } = Object(error) as Partial<NodeJS.ErrnoException>
  const found = /No space left on device|Check free disk space/.test(message) ? 'ENOSPC' : code
  // A file that is missing is a fault of ours unless it is a folder that was to be made.
  if (REASONS[found] === undefined || (found === 'ENOENT' && syscall !== 'mkdir')) return undefined
  return `${path ?? 'The data'} cannot be written: ${REASONS[found]}.`
}

/** Makes a folder and those above it, one by one: Node.js's own recursive call never ends below /proc. */
function makeFolders(path: string): void {
  if (existsSync(path)) return
  makeFolders(dirname(path))
  mkdirSync(path)
}

export const dataDirOf = (env: Env): string => resolve(env.DATA_DIR?.trim() || '.data')

/** Makes DATA_DIR if it is missing. Throws `ConfigError` if nothing can be written in it. */
export function openDataFolder(dataDir: string): void {
  try {
    makeFolders(dataDir)
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR', path: dataDir })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${diskSentence(error) ?? String(error)}`)
  }
}
