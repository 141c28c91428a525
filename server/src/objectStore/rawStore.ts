/** What a kind of store implements; the deadline is added around it. */
export interface RawStore {
  /** `type` is the media type that a store says to readers of its own. */
  put(key: string, bytes: Buffer, signal: AbortSignal, type?: string): Promise<void>
  get(key: string, signal: AbortSignal): Promise<Buffer | undefined>
  delete(key: string, signal: AbortSignal): Promise<void>
}
