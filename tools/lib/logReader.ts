import type { Consistency, KeyChange, LoggedHead, LogRestore, SignedHead, TreeHead } from '../../contract/proof'
import { Frontier, type Peak } from '../../proof/frontier'
import { type KnownHead, leafOfHead, WrongLog } from '../../proof/steps'
import { rootOf } from '../../proof/trees'

const TILE_WIDTH = 256
const ANSWER_MAX = 8_000_000

const placesOf = (index: number): string =>
  String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .replace(/\d{3}(?!$)/g, 'x$&/')
const tilePath = (index: number, width: number): string =>
  `${placesOf(index)}${width < TILE_WIDTH ? `.p/${width}` : ''}`

/** The body of an answer; throws as soon as it is longer than `most` bytes. */
export async function readAnswer(response: Response, most = ANSWER_MAX): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > most) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

interface Options {
  withinMs?: number
  /** Whether to ask again. */
  wait?: (response: Response) => Promise<boolean>
}

/** Hashes of leaves as subtrees, the largest first. `hashes` are those of one tile's level. */
function peaksIn(hashes: readonly string[], level: number): Peak[] {
  const peaks: Peak[] = []
  for (let bit = 7, at = 0; bit >= 0; bit--) {
    if ((hashes.length & (1 << bit)) === 0) continue
    peaks.push({ level: level + bit, hash: rootOf(hashes, at, at + (1 << bit)) })
    at += 1 << bit
  }
  return peaks
}

/** Reads the public endpoints of one log at the address that was configured for it. */
export function createLogReader(url: string, { withinMs = 10_000, wait = async () => false }: Options = {}) {
  const base = url.replace(/\/+$/, '')
  async function read(path: string): Promise<Buffer> {
    for (;;) {
      const response = await fetch(`${base}/api${path}`, { redirect: 'error', signal: AbortSignal.timeout(withinMs) })
      const bytes = await readAnswer(response)
      if (response.ok) return bytes
      if (!(await wait(response))) throw new Error(`${path} is answered with ${response.status}`)
    }
  }
  const json = async (path: string) => JSON.parse((await read(path)).toString('utf8'))
  async function hashes(log: string, level: number, index: number, width: number): Promise<string[]> {
    const bytes = await read(`/log/${log}tile/${level}/${tilePath(index, width)}`)
    if (bytes.length !== width * 32) throw new WrongLog(`a tile of ${log || 'heads'} is not of ${width} hashes`)
    return Array.from({ length: width }, (_, at) => bytes.subarray(at * 32, at * 32 + 32).toString('hex'))
  }
  return {
    latest: (): Promise<SignedHead> => json('/proof/heads/latest'),
    /** The newest checkpoint, and the path to it from the first `from` heads. */
    newest: (from: number): Promise<{ checkpoint: string; path: string[] }> =>
      json(`/log/newest${from > 0 ? `?from=${from}` : ''}`),
    /** The service's own clock, in ms since 1970. */
    serverAt: async (): Promise<number> => Date.parse((await json('/app-info')).serverAt),
    policy: (): Promise<{ keys: KeyChange[]; restores: LogRestore[] }> => json('/proof/policy'),
    head: async (number: number): Promise<TreeHead> => ((await json(`/proof/heads/${number}`)) as LoggedHead).head,
    /** The heads `number` and `number + 1`, and the paths between them. */
    step: (number: number): Promise<Consistency> => json(`/proof/consistency?from=${number}&to=${number + 1}`),
    /** Numbers of heads with a time stamp, oldest first: from one on, or the newest ones. */
    stampedHeads: async (from?: number): Promise<number[]> =>
      (await json(`/log/stamps${from === undefined ? '' : `?from=${from}`}`)).heads,
    stamp: (head: number): Promise<Buffer> => read(`/log/stamps/${head}`),
    /** Numbers of heads with a proof of OpenTimestamps that leads into a block, oldest first: from one on, or the newest ones. */
    provenHeads: async (from?: number): Promise<number[]> =>
      (await json(`/log/ots${from === undefined ? '' : `?from=${from}`}`)).heads,
    proof: (head: number): Promise<Buffer> => read(`/log/ots/${head}`),
    /** The first `width` texts of a bundle of 256. `log` is empty for the log of heads, else ends with a slash. */
    async entries(log: string, index: number, width: number): Promise<string[]> {
      const bytes = await read(`/log/${log}tile/entries/${tilePath(index, width)}`)
      const texts: string[] = []
      for (let at = 0; at + 2 <= bytes.length; at += 2 + bytes.readUInt16BE(at))
        texts.push(bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at)).toString('utf8'))
      if (texts.length !== width) throw new WrongLog(`a bundle of ${log || 'heads'} is not of ${width} entries`)
      return texts
    },
    /** The right edge of a log at `size`, from its tiles; its root still has to be compared. */
    async frontier(log: string, size: number): Promise<Frontier> {
      const peaks: Peak[] = []
      for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
        const width = count % TILE_WIDTH
        const found = width > 0 ? await hashes(log, level, Math.floor(count / TILE_WIDTH), width) : []
        peaks.unshift(...peaksIn(found, level * 8))
      }
      return new Frontier(size, peaks)
    },
  }
}

export type LogReader = ReturnType<typeof createLogReader>

/**
 * Where to begin with a log of which nothing is known yet: at head `number`. Its root still has to be compared with one that
 * is signed, or followed up to one.
 */
export async function beginAt(log: LogReader, number: number): Promise<{ known: KnownHead; head: TreeHead }> {
  const [head, frontier] = await Promise.all([log.head(number), log.frontier('', number - 1)])
  const leaf = leafOfHead(head)
  frontier.append(leaf)
  if (head.number !== number) throw new WrongLog(`head ${number} is shown as head ${head.number}`)
  return { known: { number, root: frontier.root(), leaf }, head }
}
