import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storeFile } from '../lib/files'

/** The newest hashes that are kept, some 220 bytes each; whoever left an older one has what was signed. */
const KEPT_MAX = 10_000
/** New ones in a second, from everybody together. */
const PER_SECOND = 50
/** The hash of an ask, as JSON or bare. */
const BODY = /^"?([0-9a-f]{64})"?\n?$/

interface AskAnswer {
  status: number
  text: string
}

/** Hashes of asks that devices leave, each with when it came and the signature that says so (docs/PROOF_FORMAT.md). */
export function createAsks(folder: string, sign: (text: string) => string, now: () => number = Date.now) {
  const file = join(folder, 'asks')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-KEPT_MAX) : []
  const kept = new Map(lines.map((line) => [line.slice(0, 64), line.slice(65)]))
  let written = kept.size
  let second = 0
  let inSecond = 0

  /** Whether one more may come in this second. */
  function hasRoom(at: number): boolean {
    const current = Math.floor(at / 1_000)
    inSecond = current === second ? inSecond + 1 : 1
    second = current
    return inSecond <= PER_SECOND
  }

  function keep(hash: string, said: string): void {
    kept.set(hash, said)
    const [oldest] = kept.size > KEPT_MAX ? kept.keys() : []
    if (oldest) kept.delete(oldest)
    if (written < 2 * KEPT_MAX) {
      appendFileSync(file, `${hash} ${said}\n`, { mode: 0o600 })
      written += 1
    } else {
      storeFile(file, [...kept].map(([known, each]) => `${known} ${each}\n`).join(''))
      written = kept.size
    }
  }

  return {
    /** Takes a hash and says when it first came: the time in ms, and the signature. */
    leave(body: string): AskAnswer {
      const [, hash] = BODY.exec(body) ?? []
      if (!hash) return { status: 400, text: 'this is not the hash of an ask\n' }
      const known = kept.get(hash)
      if (known) return { status: 200, text: `${known}\n` }
      const at = now()
      if (!hasRoom(at)) return { status: 429, text: 'too many asks are left in this second\n' }
      const said = `${at} ${sign(`left|1|${hash}|${at}`)}`
      keep(hash, said)
      return { status: 200, text: `${said}\n` }
    },
    /** The time and signature of a hash; undefined if it is not kept. */
    find: (hash: string): string | undefined => kept.get(hash),
  }
}

export type Asks = ReturnType<typeof createAsks>
