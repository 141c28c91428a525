import { createHash } from 'node:crypto'
import { readAnswer } from './logReader'

const HEADER = /^[0-9a-f]{160}$/
const ANSWER_MAX = 1_000
const WITHIN_MS = 10_000
/** Places in a header of 80 bytes: the root of its transactions, its time, and how much work its hash has to show. */
const [ROOT_AT, TIME_AT, TARGET_AT] = [36, 68, 72]

/**
 * A block takes this many doublings of work at least: an eighth of what one took in 2025 (2^79), which is years of the fastest single
 * machine. A made-up header costs as much as a true one of 2020.
 */
export const LEAST_WORK = 76

/** A block, as far as its header tells. */
export interface Block {
  /** The root of its transactions, hex, in the order in which it is hashed. */
  root: string
  /** What its miner gave as the time, in ms since 1970. */
  at: number
}

/** The block of a header; throws unless its hash shows the work that it names, and that is `leastWork` doublings at least. */
function blockOf(header: Buffer, leastWork: number): Block {
  const hash = createHash('sha256').update(createHash('sha256').update(header).digest()).digest()
  const compact = header.readUInt32LE(TARGET_AT)
  const target = BigInt(compact & 0x7fffff) << (8n * BigInt(Math.max(0, (compact >>> 24) - 3)))
  if (target >= 1n << BigInt(256 - leastWork) || BigInt(`0x${hash.reverse().toString('hex')}`) > target)
    throw new Error('its header shows too little work')
  return { root: header.toString('hex', ROOT_AT, TIME_AT), at: header.readUInt32LE(TIME_AT) * 1_000 }
}

/**
 * Blocks of Bitcoin by their height, from an address that answers as Esplora does (`/block-height/:height`, `/block/:hash/header`).
 * The source is believed which block has a height; it cannot invent one without the work of a block. Throws a sentence if it has
 * none, or one without the work.
 */
export function createBlocks(url: string, leastWork: number): (height: number) => Promise<Block> {
  const known = new Map<number, Promise<Block>>()
  const read = async (path: string) => {
    const signal = AbortSignal.timeout(WITHIN_MS)
    const answer = await fetch(`${url.replace(/\/+$/, '')}${path}`, { redirect: 'error', signal })
    const text = (await readAnswer(answer, ANSWER_MAX)).toString('latin1').trim()
    if (!answer.ok) throw new Error(`${path} is answered with ${answer.status}`)
    return text
  }
  async function blockAt(height: number): Promise<Block> {
    const hash = await read(`/block-height/${height}`)
    const header = /^[0-9a-f]{64}$/.test(hash) ? await read(`/block/${hash}/header`) : ''
    if (!HEADER.test(header)) throw new Error(`block ${height} has no header there`)
    return blockOf(Buffer.from(header, 'hex'), leastWork)
  }
  return (height) => {
    const block = known.get(height) ?? blockAt(height)
    known.set(height, block)
    return block
  }
}
