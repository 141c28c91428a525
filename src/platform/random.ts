/** `count` random bytes, which make ids unique. Nothing secret is made with them. */
export function randomBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(count)
  if (typeof crypto !== 'undefined' && crypto.getRandomValues) return crypto.getRandomValues(bytes)
  // WeChat's runtimes have no synchronous source; the time in the id and 74 bits of this still never meet twice.
  for (let index = 0; index < count; index += 1) bytes[index] = Math.floor(Math.random() * 256)
  return bytes
}
