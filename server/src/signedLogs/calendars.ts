import type { Database } from '../database/database'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { readAtMost } from '../shared/readAtMost'
import { type OtsWay, otsFile, readOts, readOtsFile } from './ots'

const ANSWER_WITHIN_MS = 10_000
/** Some 2,000 bytes are usual. With those of three calendars, a file has less than the 20,000 that its column takes. */
const ANSWER_MAX = 3_000
/** What a calendar is asked for by: four bytes, a hash and eight bytes. */
const COMMITMENT_MAX = 64
/** A calendar needs some hours for a block. It is asked after one, then each time that half as long as before has gone by again. */
const FIRST_ASKED_MS = 3_600_000
const GIVEN_UP_MS = 72 * 3_600_000
/** More wait for the next turn. */
const ASKED_IN_TURN = 24

export interface CalendarDeps {
  database: Database
  clock: Clock
  log: Log
  config: { calendarUrls: readonly string[] }
  /** How long an answer may take. */
  answerWithinMs?: number
}

/**
 * A client of calendars of OpenTimestamps (docs/PROOF_FORMAT.md, "Time stamps"). It asks the addresses in the settings and never one
 * that an answer names.
 */
export function createCalendars({ database, clock, log, config, answerWithinMs = ANSWER_WITHIN_MS }: CalendarDeps) {
  const { calendarUrls } = config

  /** The proof of a message in an answer; undefined if there is none yet. */
  async function ask(url: string, message: Buffer, body?: Buffer): Promise<OtsWay[] | undefined> {
    const answer = await fetch(url, {
      ...(body && { method: 'POST', body: new Uint8Array(body) }),
      headers: { accept: 'application/vnd.opentimestamps.v1' },
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const bytes = await readAtMost(answer, ANSWER_MAX)
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new Error(`it answers ${answer.status}`)
    return readOts(bytes, message)
  }

  /** What a calendar promises about a digest; undefined, and a line in the log, if it does not. */
  async function promiseOf(url: string, digest: Buffer): Promise<OtsWay | undefined> {
    try {
      const ways = (await ask(`${url}/digest`, digest, digest)) ?? []
      const promise = ways.find(({ calendar, result }) => calendar === url && result.length <= COMMITMENT_MAX)
      if (!promise) throw new Error('it answers with no promise of its own')
      return promise
    } catch (error) {
      log.warn({ err: error, url }, 'a calendar has not taken the log of heads')
      return undefined
    }
  }

  /** The way on from a promise into a block; the promise itself as long as there is none. */
  async function blockOf(promise: OtsWay, away: Set<string>): Promise<OtsWay> {
    const url = promise.calendar
    if (url === undefined || !calendarUrls.includes(url) || away.has(url)) return promise
    try {
      const ways = (await ask(`${url}/timestamp/${promise.result.toString('hex')}`, promise.result)) ?? []
      const block = ways.find(({ isInBlock, result }) => isInBlock && result.length === 32)
      return block ? { ...block, operations: Buffer.concat([promise.operations, block.operations]) } : promise
    } catch (error) {
      away.add(url)
      log.warn({ err: error, url }, 'a calendar does not say where the log of heads is')
      return promise
    }
  }

  async function upgrade({ head_number, made_at, ots }: Waiting, away: Set<string>): Promise<void> {
    const { digest, ways } = readOtsFile(ots)
    const next = await Promise.all(ways.map((way) => blockOf(way, away)))
    const age = clock.now() - made_at.getTime()
    const isWaiting = next.some(({ isInBlock }) => !isInBlock)
    if (isWaiting && age > GIVEN_UP_MS) log.warn({ head: head_number }, 'a calendar has not kept its promise')
    const askAt = isWaiting && age <= GIVEN_UP_MS ? new Date(clock.now() + Math.max(age / 2, FIRST_ASKED_MS)) : null
    await database.query('update time_stamp set ots = $2, ots_in_block = $3, ots_ask_at = $4 where head_number = $1', [
      head_number,
      otsFile(digest, next),
      next.some(({ isInBlock }) => isInBlock),
      askAt,
    ])
  }

  return {
    /** A file with the promises of all calendars that take the digest, and when to ask them; undefined if none does. */
    async promise(digest: Buffer): Promise<{ ots: Buffer; askAt: Date } | undefined> {
      const ways = (await Promise.all(calendarUrls.map((url) => promiseOf(url, digest)))).flatMap((way) => way ?? [])
      if (ways.length === 0) return undefined
      return { ots: otsFile(digest, ways), askAt: new Date(clock.now() + FIRST_ASKED_MS) }
    },
    /** Asks for what was promised, if it is time to. */
    async upgrade(): Promise<void> {
      const waiting = await database.query<Waiting>(
        'select head_number, made_at, ots from time_stamp where ots_ask_at <= $1 order by ots_ask_at limit $2',
        [new Date(clock.now()), ASKED_IN_TURN],
      )
      const away = new Set<string>()
      for (const row of waiting) await upgrade(row, away)
    },
  }
}

interface Waiting {
  head_number: bigint
  made_at: Date
  ots: Buffer
}
