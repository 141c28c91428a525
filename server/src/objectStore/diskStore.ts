import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { LIST_MAX, type RawStore, refuseLarge, type StoredObject } from './rawStore'

const isMissing = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT'

/** Objects as files below `folder`, readable by this account only. */
export function createDiskStore(folder: string): RawStore {
  const pathOf = (key: string) => join(folder, ...key.split('/'))
  return {
    async put(key, bytes, signal) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // A crash half way leaves a file with another name, never half an object.
      const half = `${path}.${randomUUID()}.part`
      try {
        await writeFile(half, bytes, { mode: 0o600, flush: true, signal })
        await rename(half, path)
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
    },
    async get(key, signal, maxBytes) {
      try {
        if (maxBytes !== undefined) refuseLarge((await stat(pathOf(key))).size, maxBytes)
        return await readFile(pathOf(key), { signal })
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    async list(below, after, signal) {
      const entries = await readdir(pathOf(below), { recursive: true, withFileTypes: true }).catch((error) => {
        if (isMissing(error)) return []
        throw error
      })
      const keys = entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((key) => key > after)
        .sort()
      const found: StoredObject[] = []
      for (const key of keys.slice(0, LIST_MAX)) {
        signal.throwIfAborted()
        // Between the two looks it may have been deleted.
        const { mtimeMs } = await stat(pathOf(key)).catch(() => ({ mtimeMs: undefined }))
        if (mtimeMs !== undefined) found.push({ key, atMs: mtimeMs })
      }
      return found
    },
  }
}
