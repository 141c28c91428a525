import { createHash } from 'node:crypto'
import type { Database, Queryable } from '../database/database'
import { readAtMost } from '../shared/readAtMost'
import { type CalendarDeps, createCalendars } from './calendars'
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

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A request to sign the time of a text (RFC 3161, section 2.4.1), with the authority's certificates in the reply. */
export function stampRequest(text: string): Buffer {
  return Buffer.concat([BEFORE_HASH, digestOf(text), AFTER_HASH])
}

/** Whether a reply says that it was granted (RFC 3161, section 2.4.2) and has the hash of the text. Its signature is for others to check. */
export function isGranted(reply: Buffer, text: string): boolean {
  const begins = reply.subarray(0, 16).toString('hex')
  return GRANTED.test(begins) && reply.includes(digestOf(text))
}

/** Who is asked for time stamps. */
export interface StampSources {
  /** The authority's address; undefined: none is asked. */
  timeStampUrl?: string
  /** Addresses of calendars, without a slash at the end; empty: none is asked. */
  calendarUrls: readonly string[]
}

export interface TimeStampDeps extends CalendarDeps {
  config: StampSources & { proofOrigin: string }
}

/**
 * Has the root of the log of heads signed, with the time, by an authority, and put into a block of Bitcoin by calendars: clocks that
 * are not the house's (docs/PROOF_FORMAT.md, "Time stamps").
 */
export function createTimeStamper(deps: TimeStampDeps) {
  const { database, clock, log, config } = deps
  const { proofOrigin, timeStampUrl, calendarUrls } = config
  const calendars = createCalendars(deps)

  async function replyTo(text: string): Promise<Buffer | undefined> {
    if (timeStampUrl === undefined) return undefined
    try {
      const answer = await fetch(timeStampUrl, {
        method: 'POST',
        body: new Uint8Array(stampRequest(text)),
        headers: { 'content-type': 'application/timestamp-query' },
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      const reply = await readAtMost(answer, REPLY_MAX)
      if (answer.ok && isGranted(reply, text)) return reply
      throw new Error(`it answers ${answer.status} with ${reply.length} bytes that are no time stamp of this text`)
    } catch (error) {
      log.warn({ err: error, url: timeStampUrl }, 'the log of heads has got no time stamp')
      return undefined
    }
  }

  async function stampLatest(): Promise<void> {
    const head = await readLatestHead(database)
    if (!head) return
    const text = checkpointText(proofOrigin, head.number, head.logRoot)
    const [reply, promise] = await Promise.all([replyTo(text), calendars.promise(digestOf(text))])
    if (!reply && !promise) return
    await database.query(
      'insert into time_stamp (head_number, made_at, reply, ots, ots_ask_at) values ($1, $2, $3, $4, $5) on conflict do nothing',
      [head.number, new Date(clock.now()), reply ?? null, promise?.ots ?? null, promise?.askAt ?? null],
    )
    await database.query(
      'delete from time_stamp where head_number < (select head_number from time_stamp order by head_number desc offset $1 limit 1)',
      [STAMPS_KEPT - 1],
    )
  }

  return async function stamp(): Promise<void> {
    if (timeStampUrl === undefined && calendarUrls.length === 0) return
    await stampLatest()
    await calendars.upgrade()
  }
}

/**
 * How old the newest time stamp is, in ms, since 1970 if there is none. With an authority and calendars, the one that is behind
 * counts. Undefined if neither is set.
 */
export async function readStampAge(
  database: Queryable,
  { timeStampUrl, calendarUrls }: StampSources,
  now: number,
): Promise<number | undefined> {
  const row = await database.first<{ reply: Date | null; ots: Date | null }>(
    `select max(made_at) filter (where reply is not null) as reply, max(made_at) filter (where ots is not null) as ots
       from time_stamp`,
  )
  const newest = [...(timeStampUrl === undefined ? [] : [row?.reply]), ...(calendarUrls.length === 0 ? [] : [row?.ots])]
  return newest.length === 0 ? undefined : now - Math.min(...newest.map((at) => at?.getTime() ?? 0))
}

/** The time stamps of one kind, as the public reads them. */
export interface TimeStamps {
  /** Numbers of the heads with one, oldest first: a page of them from one on, or the newest page. */
  heads(from?: number): Promise<number[]>
  /** The one of a head; undefined if there is none. */
  ofHead(head: number): Promise<Buffer | undefined>
}

const stampsIn = (database: Database, column: 'reply' | 'ots', isListed: string): TimeStamps => ({
  async heads(from) {
    const rows = await database.query<{ head_number: bigint }>(
      from === undefined
        ? `select head_number from time_stamp where ${isListed} order by head_number desc limit $1`
        : `select head_number from time_stamp where ${isListed} and head_number >= $2 order by head_number limit $1`,
      from === undefined ? [PAGE] : [PAGE, from],
    )
    return rows.map((row) => Number(row.head_number)).sort((a, b) => a - b)
  },
  async ofHead(head) {
    const query = `select ${column} as stamp from time_stamp where head_number = $1`
    const row = await database.first<{ stamp: Buffer | null }>(query, [head])
    return row?.stamp ?? undefined
  },
})

/** An authority's replies, and proofs of OpenTimestamps: these are listed once they lead into a block. */
export const createTimeStamps = (database: Database): Record<'replies' | 'proofs', TimeStamps> => ({
  replies: stampsIn(database, 'reply', 'reply is not null'),
  proofs: stampsIn(database, 'ots', 'ots_in_block'),
})
