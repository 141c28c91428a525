import type { Queryable } from '../../database/database'
import { readReference } from '../../modules/referenceNumber'
import { HOUR_MS } from '../../shared/time'

/** An order's number such as "FT-01JD7Q4ZK8" holds the second and the last 20 bits of the running number: a place in a round. */
const ROUND = 2n ** 20n
const GREATEST = 2n ** 63n - 1n
/** Running numbers rise with the time of acceptance, but for what nodes and their clocks differ. */
const APART_MS = HOUR_MS
/** How many rounds are looked into: more than any house fills in two hours. */
const ROUNDS_TRIED = 1_000

interface Numbered {
  number: bigint
  accepted_at_ms: bigint
}

/** The order with the least running number from `number` on. */
function orderFrom(database: Queryable, number: bigint): Promise<Numbered | undefined> {
  return database.first<Numbered>(
    'select number, accepted_at_ms from trade_order where number >= $1 order by number limit 1',
    [number],
  )
}

/** The order with the greatest running number below `number`. */
function orderBelow(database: Queryable, number: bigint): Promise<Numbered | undefined> {
  return database.first<Numbered>(
    'select number, accepted_at_ms from trade_order where number < $1 order by number desc limit 1',
    [number],
  )
}

/** The first of `rounds` that begins with an order accepted at `fromMs` or later; `rounds` if none does. */
async function firstRound(database: Queryable, rounds: bigint, fromMs: number): Promise<bigint> {
  let [from, until] = [0n, rounds]
  while (from < until) {
    const middle = (from + until) / 2n
    const order = await orderFrom(database, middle * ROUND)
    if (order && order.accepted_at_ms < fromMs) from = middle + 1n
    else until = middle
  }
  return from
}

/** The rounds that have orders of about that time. */
async function roundsAt(database: Queryable, atMs: number): Promise<bigint[]> {
  const newest = await orderBelow(database, GREATEST)
  const rounds = (newest?.number ?? 0n) / ROUND + 1n
  const first = await firstRound(database, rounds, atMs - APART_MS)
  const end = await firstRound(database, rounds, atMs + 1_000 + APART_MS)
  // Numbers have gaps: what lies between is counted from the orders that there are.
  const from = ((await orderFrom(database, first * ROUND))?.number ?? 0n) / ROUND
  const until = ((await orderBelow(database, end * ROUND))?.number ?? -1n) / ROUND
  const between = Array.from(
    { length: Math.min(Math.max(0, Number(until - from) + 1), ROUNDS_TRIED) },
    (_, index) => from + BigInt(index),
  )
  // The round before the first begins earlier, and its end may be of that time.
  return first === 0n ? between : [first - 1n, ...between]
}

/** The users of the orders that a number can mean: one, but for chance. */
export async function usersByOrderNumber(database: Queryable, text: string): Promise<bigint[]> {
  const reference = readReference('FT', text)
  if (!reference) return []
  const rounds = await roundsAt(database, reference.second * 1_000)
  const rows = await database.query<{ user_id: bigint }>(
    'select user_id from trade_order where number = any ($1::bigint[]) and accepted_at_ms / 1000 = $2',
    [rounds.map((round) => round * ROUND + BigInt(reference.low)), reference.second],
  )
  return rows.map((row) => row.user_id)
}
