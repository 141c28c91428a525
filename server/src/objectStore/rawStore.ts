/** An object as a list names it. */
export interface StoredObject {
  key: string
  /** When it was last written. */
  atMs: number
}

/** Objects of one page of a list. */
export const LIST_MAX = 1_000

/** The interface of a kind of store; the deadline is added around it. */
export interface RawStore {
  /** `type` is the media type that the store tells those who read it directly. */
  put(key: string, bytes: Buffer, signal: AbortSignal, type?: string): Promise<void>
  /** Throws `TooLargeError` for an object of more than `maxBytes`, before it reads it. */
  get(key: string, signal: AbortSignal, maxBytes?: number): Promise<Buffer | undefined>
  delete(key: string, signal: AbortSignal): Promise<void>
  /** The first `LIST_MAX` objects of a folder (`photos/`) behind the key `after`, in the order of their keys' bytes. */
  list(folder: string, after: string, signal: AbortSignal): Promise<StoredObject[]>
}

export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

export function refuseLarge(bytes: number | undefined, maxBytes: number | undefined) {
  if (maxBytes !== undefined && bytes !== undefined && bytes > maxBytes)
    throw new TooLargeError(`an object has ${bytes} bytes, and at most ${maxBytes} are read`)
}
