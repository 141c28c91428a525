import { type ObjectStore, ObjectStoreError } from './objectStore'

/** Files of an archive are read whole; a larger one is none that was written here. */
export const FILE_MAX_BYTES = 128 * 2 ** 20

/** More is asked of the store than this process takes on at a time; the same request succeeds later. */
export class StoreBusyError extends ObjectStoreError {
  override name = 'StoreBusyError'
}

/** The result of reading a file, and the memory that it takes. */
export interface Opened<T> {
  value: T
  bytes: number
}

export interface OpenFilesLimits {
  /** Memory limit of all opened files. One that alone takes more is not kept. */
  keptBytes: number
  /** Files that are fetched and unpacked at a time. */
  opening: number
  /** Files that wait for that. */
  waiting: number
}

const LIMITS: OpenFilesLimits = { keptBytes: 64 * 2 ** 20, opening: 2, waiting: 64 }

/** Lets `opening` pieces of work run at a time and `waiting` more wait. */
function createGate({ opening, waiting }: OpenFilesLimits) {
  const queue: (() => void)[] = []
  let running = 0
  return async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (running >= opening) {
      if (queue.length >= waiting) throw new StoreBusyError('too many files of the archive are asked for')
      // A caller that leaves hands its place over.
      await new Promise<void>((go) => queue.push(go))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Files of the archives as requests of users read them. */
export type OpenFiles = ReturnType<typeof createOpenFiles>

export function createOpenFiles(objects: Pick<ObjectStore, 'get'>, changes: Partial<OpenFilesLimits> = {}) {
  const limits = { ...LIMITS, ...changes }
  const enter = createGate(limits)
  /** The one that was read longest ago comes first. */
  const kept = new Map<string, Opened<unknown>>()
  const reading = new Map<string, Promise<unknown>>()
  let bytes = 0

  function keep(key: string, opened: Opened<unknown>) {
    if (opened.bytes > limits.keptBytes) return
    kept.set(key, opened)
    bytes += opened.bytes
    for (const [oldest, { bytes: freed }] of kept) {
      if (bytes <= limits.keptBytes) return
      kept.delete(oldest)
      bytes -= freed
    }
  }

  async function fetch<T>(key: string, open: (file: Buffer | undefined) => Promise<Opened<T>> | Opened<T>): Promise<T> {
    const opened = await enter(async () => open(await objects.get(key, FILE_MAX_BYTES)))
    keep(key, opened)
    return opened.value
  }

  return {
    /**
     * The result of `open` for the file under this key, which never changes: from memory if it was read lately, together
     * with whoever reads it right now, else from the store. Throws `StoreBusyError` beyond the limits.
     */
    // The kind of a file is in its key, so one key always has one type.
    async read<T>(key: string, open: (file: Buffer | undefined) => Promise<Opened<T>> | Opened<T>): Promise<T> {
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known.value as T
      }
      const underWay = reading.get(key)
      if (underWay) return underWay as Promise<T>
      const made = fetch(key, open).finally(() => reading.delete(key))
      reading.set(key, made)
      return made
    },
  }
}
