import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** How a program is used: the comment at the head of its file. */
export const helpOf = (file: string): string =>
  (readFileSync(file, 'utf8').split(/^import /m)[0] ?? '').replace(/^\/\/ ?/gm, '')

/** Writes a file aside, flushes it and moves it into place: after a crash there is the old one or the new one. */
export function storeFile(file: string, text: string | Uint8Array, mode = 0o600): void {
  const handle = openSync(`${file}.new`, 'w', mode)
  writeFileSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(`${file}.new`, file)
}
