/**
 * `count` bytes that nobody can guess, for keys. Rejects if the device has no such source. The twin is
 * `secureRandom.weapp.ts`.
 */
export async function secureRandomBytes(count: number): Promise<Uint8Array> {
  return crypto.getRandomValues(new Uint8Array(count))
}
