import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Databases of two test files and what they write ahead take half of it. */
const ROOM_BYTES = 4 * 1024 ** 3

/** Programs that tests write must run there; containers often forbid it. */
const mayRunPrograms = () =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .some(([, place, , options]) => place === MEMORY && !options.split(',').includes('noexec'))

/** A place in memory for temporary files with room to spare, which Linux has. */
export function memoryHasRoom() {
  if (!existsSync(MEMORY) || !existsSync('/proc/mounts')) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_BYTES && mayRunPrograms()
}

/**
 * Runs something whose temporary files are in memory, and deletes them afterwards. A database is a thousand small files: its copy
 * for a test takes 20 ms there instead of 500 on a disk. Leaves them when they would be without that room, and where
 * TMPDIR says another place.
 * @template T
 * @param {() => Promise<T>} use @returns {Promise<T>}
 */
export async function inMemory(use) {
  if (process.env.TMPDIR || !memoryHasRoom()) return use()
  const folder = mkdtempSync(join(MEMORY, 'fairtick-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Databases run as another account if this one is root.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', remove)
  try {
    return await use()
  } finally {
    delete process.env.TMPDIR
    process.removeListener('exit', remove)
    remove()
  }
}
