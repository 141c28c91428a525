import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'

/** How many signed states of the log of heads it remembers. */
const STATES_KEPT = 100_000
/** Stands for a root where a size and all below it are forgotten. */
const FORGOTTEN = 'forgotten'

function write(file: string, flag: 'a' | 'w', text: string) {
  const handle = openSync(file, flag, 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Which root was signed for which size of the log. */
export type SignedStates = ReturnType<typeof openSignedStates>

/**
 * States in a file, so that a restart forgets none: one line each, `size root`. A line that was cut off was not signed. The file
 * has at most twice as many lines as are kept.
 */
export function openSignedStates(file: string, kept = STATES_KEPT) {
  const roots = new Map<number, string>()
  let [forgottenTo, largest, lines] = [0, 0, 0]

  function take(size: number, root: string) {
    largest = Math.max(largest, size)
    if (root === FORGOTTEN) forgottenTo = Math.max(forgottenTo, size)
    else roots.set(size, root)
    for (const oldest of roots.keys()) {
      if (roots.size <= kept) break
      roots.delete(oldest)
      forgottenTo = Math.max(forgottenTo, oldest)
    }
  }

  function rewrite() {
    const all: [number, string][] = [[forgottenTo, FORGOTTEN], ...roots]
    write(`${file}.new`, 'w', all.map(([size, root]) => `${size} ${root}\n`).join(''))
    renameSync(`${file}.new`, file)
    lines = all.length
  }

  const isThere = existsSync(file)
  const lastAtMs = isThere ? statSync(file).mtimeMs : undefined
  const text = isThere ? readFileSync(file, 'utf8') : ''
  for (const [, size, root = ''] of text.matchAll(/^(\d+) (\S+)\n/gm)) {
    take(Number(size), root)
    lines++
  }
  if (!text.endsWith('\n')) rewrite()

  return {
    rootAt: (size: number): string | undefined => roots.get(size),
    /** Returns once it is on the disk. */
    add(size: number, root: string) {
      write(file, 'a', `${size} ${root}\n`)
      take(size, root)
      if (++lines > 2 * kept) rewrite()
    },
    /** 0 when there is none. */
    largest: (): number => largest,
    /** It may have signed states of this size and smaller ones that it no longer remembers. */
    forgottenTo: (): number => forgottenTo,
    /** When one was last added before this process, in ms of the system's clock; undefined when there is none. */
    lastAtMs,
  }
}
