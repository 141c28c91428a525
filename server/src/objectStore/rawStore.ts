/** What a kind of store implements; the deadline is added around it. */
export interface RawStore {
  put(key: string, bytes: Buffer, signal: AbortSignal): Promise<void>
  get(key: string, signal: AbortSignal): Promise<Buffer | undefined>
  delete(key: string, signal: AbortSignal): Promise<void>
}
