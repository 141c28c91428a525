import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

function sync(path: string, write?: string) {
  const file = openSync(path, write === undefined ? 'r' : 'wx', 0o600)
  try {
    if (write !== undefined) writeSync(file, write)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Not every system flushes a folder. */
function syncFolder(path: string) {
  try {
    sync(path)
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EINVAL', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/**
 * Makes a file with a key, readable by this account only, unless there is one. When it returns, the disk has the whole file: data that
 * is sealed or signed with a key must not outlive it. Two processes that start together keep the same one.
 */
export function makeKeyFile(path: string, text: string): void {
  const made = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true })
  sync(made, text)
  try {
    linkSync(made, path)
  } catch (error) {
    // Some file systems have no links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(made, path)
  }
  rmSync(made, { force: true })
  syncFolder(dirname(path))
}
