import { createHash } from 'node:crypto'
import type { Database } from '../database/database'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { readLatestHead } from './heads'
import { checkpointText } from './note'

/** The log goes out to a clock of somebody else so often. */
export const STAMP_EVERY_MS = 300_000
const ANSWER_WITHIN_MS = 10_000
const REPLY_MAX = 20_000
/** Five weeks of them. A later stamp covers all heads before its own. */
const STAMPS_KEPT = 10_000
const PAGE = 300

/** The same in each request, as DER: version 1, SHA-256 and the length of the hash, before it; after it, "with certificates". */
const BEFORE_HASH = Buffer.from('30390201013031300d060960864801650304020105000420', 'hex')
const AFTER_HASH = Buffer.from('0101ff', 'hex')
/** The beginning of a reply: two sequences with their lengths, and 0 or 1 for what was granted. */
const GRANTED = /^30(?:[0-7].|81..|82.{4}|83.{6})30[0-7].02010[01]/

/** A request to sign the time of a text (RFC 3161, section 2.4.1), with the authority's certificates in the reply. */
export function stampRequest(text: string): Buffer {
  return Buffer.concat([BEFORE_HASH, createHash('sha256').update(text).digest(), AFTER_HASH])
}

/** Whether a reply says that it was granted (RFC 3161, section 2.4.2) and has the hash of the text. Its signature is for others to check. */
export function isGranted(reply: Buffer, text: string): boolean {
  const begins = reply.subarray(0, 16).toString('hex')
  return GRANTED.test(begins) && reply.includes(createHash('sha256').update(text).digest())
}

export interface TimeStampDeps {
  database: Database
  clock: Clock
  log: Log
  /** `timeStampUrl`: the authority's address; undefined: none is asked. */
  config: { proofOrigin: string; timeStampUrl?: string }
}

/** Has the root of the log of heads signed, with the time, by somebody who is not the house (docs/PROOF_FORMAT.md, "Time stamps"). */
export function createTimeStamper({ database, clock, log, config }: TimeStampDeps) {
  const { proofOrigin, timeStampUrl } = config

  async function ask(url: string, text: string): Promise<Buffer> {
    const answer = await fetch(url, {
      method: 'POST',
      body: new Uint8Array(stampRequest(text)),
      headers: { 'content-type': 'application/timestamp-query' },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const reply = Buffer.from(await answer.arrayBuffer())
    if (answer.ok && reply.length <= REPLY_MAX && isGranted(reply, text)) return reply
    throw new Error(`it answers ${answer.status} with ${reply.length} bytes that are no time stamp of this text`)
  }

  return async function stamp(): Promise<void> {
    const head = timeStampUrl === undefined ? undefined : await readLatestHead(database)
    if (!head || timeStampUrl === undefined) return
    const text = checkpointText(proofOrigin, head.number, head.logRoot)
    const reply = await ask(timeStampUrl, text).catch((error) =>
      log.warn({ err: error, url: timeStampUrl }, 'the log of heads has got no time stamp'),
    )
    if (!reply) return
    await database.query(
      'insert into time_stamp (head_number, made_at, reply) values ($1, $2, $3) on conflict do nothing',
      [head.number, new Date(clock.now()), reply],
    )
    await database.query(
      'delete from time_stamp where head_number < (select head_number from time_stamp order by head_number desc offset $1 limit 1)',
      [STAMPS_KEPT - 1],
    )
  }
}

/** The time stamps of heads, as the public reads them. */
export interface TimeStamps {
  /** Numbers of the heads with one, oldest first: a page of them from one on, or the newest page. */
  heads(from?: number): Promise<number[]>
  /** The authority's reply about a head; undefined if there is none. */
  ofHead(head: number): Promise<Buffer | undefined>
}

export const createTimeStamps = (database: Database): TimeStamps => ({
  async heads(from) {
    const rows = await database.query<{ head_number: bigint }>(
      from === undefined
        ? 'select head_number from time_stamp order by head_number desc limit $1'
        : 'select head_number from time_stamp where head_number >= $2 order by head_number limit $1',
      from === undefined ? [PAGE] : [PAGE, from],
    )
    return rows.map((row) => Number(row.head_number)).sort((a, b) => a - b)
  },
  async ofHead(head) {
    const row = await database.first<{ reply: Buffer }>('select reply from time_stamp where head_number = $1', [head])
    return row?.reply
  },
})
