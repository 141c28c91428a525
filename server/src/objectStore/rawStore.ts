/** What a kind of store implements; the deadline is added around it. */
export interface RawStore {
  /** `type` is the media type that the store tells those who read it directly. */
  put(key: string, bytes: Buffer, signal: AbortSignal, type?: string): Promise<void>
  /** Throws `TooLargeError` for an object of more than `maxBytes`, before it reads it. */
  get(key: string, signal: AbortSignal, maxBytes?: number): Promise<Buffer | undefined>
  delete(key: string, signal: AbortSignal): Promise<void>
}

export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

export function refuseLarge(bytes: number | undefined, maxBytes: number | undefined) {
  if (maxBytes !== undefined && bytes !== undefined && bytes > maxBytes)
    throw new TooLargeError(`an object has ${bytes} bytes, and at most ${maxBytes} are read`)
}
