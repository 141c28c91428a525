/** What a kind of store implements; the deadline is added around it. */
export interface RawStore {
  /** `type` is the media type that the store tells those who read it directly. */
  put(key: string, bytes: Buffer, signal: AbortSignal, type?: string): Promise<void>
  get(key: string, signal: AbortSignal): Promise<Buffer | undefined>
  delete(key: string, signal: AbortSignal): Promise<void>
}
