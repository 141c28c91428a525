import { LateError, within } from '../shared/within'
import { createDiskStore } from './diskStore'
import { type RawStore, type StoredObject, TooLargeError } from './rawStore'
import type { S3Settings } from './s3Store'

/**
 * Stores users' pictures and archives as bytes that are already encrypted, and pictures of content for everybody. Every
 * call ends within the time-out, with `ObjectStoreError` when the store does not answer.
 */
export interface ObjectStore {
  /** Writes all of it or nothing; the same key again replaces it. `type` is for those who read the store directly. */
  put(key: string, bytes: Buffer, type?: string): Promise<void>
  /** Undefined when there is no such object. One of more than `maxBytes` is not read: `ObjectStoreError`. */
  get(key: string, maxBytes?: number): Promise<Buffer | undefined>
  /** Deleting a missing object succeeds. */
  delete(key: string): Promise<void>
  /**
   * One page of the objects below a folder (`photos/`) behind the key `after`, by key; fewer than `LIST_MAX` end the
   * list.
   */
  list(folder: string, after: string): Promise<StoredObject[]>
}

/**
 * The store did not carry out the request: it is unreachable, too slow, or refuses us. Becomes a 503 if nobody handles
 * it.
 */
export class ObjectStoreError extends Error {
  override name = 'ObjectStoreError'
  readonly statusCode = 503
}

/** The store answered, but its object differs from the written one. */
export class ArchiveChangedError extends ObjectStoreError {
  override name = 'ArchiveChangedError'
}

export type ObjectStoreSettings = { kind: 'disk'; folder: string } | ({ kind: 's3' } & S3Settings)

/** Keys are made by us; anything else never reaches a path or an address. */
/** Longer than a store in the same country ever takes; an upload then asks its user to try again. */
const TIMEOUT_MS = 10_000
const KEY = /^[a-z0-9][a-z0-9/-]{7,127}$/
const FOLDER = /^[a-z]{2,20}[/]$/

async function answerOf<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await within(timeoutMs, 'the object store', work)
  } catch (error) {
    if (error instanceof ObjectStoreError) throw error
    if (error instanceof LateError || error instanceof TooLargeError) throw new ObjectStoreError(error.message)
    throw new ObjectStoreError(`the object store failed: ${error instanceof Error ? error.name : 'unknown'}`)
  }
}

/** Adds the deadline and the check of keys to a store. */
export function withDeadline(store: RawStore, timeoutMs: number): ObjectStore {
  const checked = (key: string) => {
    if (!KEY.test(key) || key.includes('//')) throw new Error('An object key has an unexpected form')
    return key
  }
  return {
    put: (key, bytes, type) => answerOf(timeoutMs, (signal) => store.put(checked(key), bytes, signal, type)),
    get: (key, maxBytes) => answerOf(timeoutMs, (signal) => store.get(checked(key), signal, maxBytes)),
    delete: (key) => answerOf(timeoutMs, (signal) => store.delete(checked(key), signal)),
    list(folder, after) {
      if (!FOLDER.test(folder)) throw new Error('A folder of objects has an unexpected form')
      return answerOf(timeoutMs, (signal) => store.list(folder, after, signal))
    },
  }
}

/** The S3 client is large, so it is loaded on first use. */
function createLazyS3Store(settings: S3Settings): RawStore {
  let store: Promise<RawStore> | undefined
  const ready = () => {
    store ??= import('./s3Store').then(({ createS3Store }) => createS3Store(settings))
    return store
  }
  return {
    put: async (key, bytes, signal, type) => (await ready()).put(key, bytes, signal, type),
    get: async (key, signal, maxBytes) => (await ready()).get(key, signal, maxBytes),
    delete: async (key, signal) => (await ready()).delete(key, signal),
    list: async (folder, after, signal) => (await ready()).list(folder, after, signal),
  }
}

/** The store that the settings name; nothing is opened before the first call. */
export function createObjectStore(settings: ObjectStoreSettings, timeoutMs = TIMEOUT_MS): ObjectStore {
  const store = settings.kind === 'disk' ? createDiskStore(settings.folder) : createLazyS3Store(settings)
  return withDeadline(store, timeoutMs)
}
