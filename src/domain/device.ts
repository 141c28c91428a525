/** "Chrome on Android", as the server names a session, in its two parts; undefined for another form. */
export function deviceParts(device: string): { browser: string; system: string } | undefined {
  const found = /^(.+) on (.+)$/.exec(device)
  return found?.[1] && found[2] ? { browser: found[1], system: found[2] } : undefined
}
