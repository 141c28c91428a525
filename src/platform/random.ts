/** `count` random bytes for ids. Ids are told apart by them; nothing secret is made here. */
export function randomBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(count)
  if (typeof crypto !== 'undefined' && crypto.getRandomValues) return crypto.getRandomValues(bytes)
  // WeChat's runtimes have no synchronous source; the time in the id and 74 bits of this still never meet twice.
  for (let index = 0; index < count; index += 1) bytes[index] = Math.floor(Math.random() * 256)
  return bytes
}
