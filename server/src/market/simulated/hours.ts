import { createHash, randomBytes } from 'node:crypto'
import type { Fence } from '../../cluster/lease'
import type { Database, Queryable } from '../../database/database'
import type { Clock } from '../../shared/clock'

import { HOUR_MS } from '../../shared/time'
import { modelOf } from '../demoModel'
import type { FeedProduct } from '../feed'
import { appendFeedEvent } from '../feedEvents'
import { lastPrice, type PathStart, type SimulatedHour } from './path'

/** A seed cannot be guessed. */
const SEED_BYTES = 32
/** An hour is sealed when this part of the one before is left: ten minutes. */
const SEALED_BEFORE = 1 / 6
/** After the end of an hour, when its last ticks are in the log. */
const REVEALED_AFTER_MS = 10_000

/** Hours whose prices are fixed, of which each product has one at a time. */
export interface SimulatedHours {
  /** The hour of a product at an instant. */
  at(symbol: string, atMs: number): SimulatedHour | undefined
  /** Makes known which hours are over, and fixes those that come. Throws (`isLeaseLost`) if another node leads by now. */
  tend(): Promise<void>
}

/** As an hour's hash covers it: `BTCUSDT:68412.5:1:68412.5:0.55:450:0.15` is price, decimals, anchor, volatility, ms, size. */
const planText = (plan: readonly PathStart[]): string =>
  plan
    .map(({ symbol, price, decimals, model }) =>
      [symbol, price, decimals, model.anchor, model.volatility, model.tickEveryMs, model.size].join(':'),
    )
    .join()

function readPlan(text: string): PathStart[] {
  return text.split(',').map((item) => {
    const [symbol = '', price = '', ...numbers] = item.split(':')
    const [decimals = 0, anchor = 0, volatility = 0, tickEveryMs = 0, size = 0] = numbers.map(Number)
    return { symbol, price, decimals, model: { anchor, volatility, tickEveryMs, size } }
  })
}

/** The part that is public before an hour begins. */
export const hourHash = ({ fromMs, untilMs, seed, plan }: SimulatedHour): string =>
  createHash('sha256')
    .update(['simulated', 1, fromMs, untilMs, seed, planText(plan)].join('|'))
    .digest('hex')

const startOf = ({ symbol, decimals, lastPrice: price }: FeedProduct): PathStart => ({
  symbol,
  price,
  decimals,
  model: modelOf(symbol, Number(price)),
})

/** Hours that follow from one seed, for prices that nobody checks: those of tests, and those that test signers sign. */
export function unsealedHours(products: readonly FeedProduct[], seed: string): SimulatedHours {
  let hour: SimulatedHour | undefined
  return {
    at(_, atMs) {
      const last = hour
      if (last && atMs < last.untilMs) return last
      const plan = last
        ? last.plan.map((start) => ({ ...start, price: lastPrice(last, start) }))
        : products.map(startOf)
      hour = { fromMs: atMs, untilMs: (Math.floor(atMs / HOUR_MS) + 1) * HOUR_MS, seed: `${seed}:${atMs}`, plan }
      return hour
    },
    tend: async () => undefined,
  }
}

/**
 * The hours of this installation. Those that are not over are in the database, so that prices go the same way on after a restart,
 * or on another node.
 */
export async function openHours(deps: {
  database: Database
  clock: Clock
  fence: Fence
  products: readonly FeedProduct[]
  hourMs: number
}): Promise<SimulatedHours> {
  const { database, clock, fence, products, hourMs } = deps
  const hold = (transaction: Queryable) => transaction.query('select hold_lease($1, $2)', [fence.name, fence.token])
  const rows = await database.query<{ from_ms: bigint; until_ms: bigint; seed: string; plan: string }>(
    'select from_ms, until_ms, seed, plan from simulated_hour order by from_ms',
  )
  let hours = rows.map(
    ({ from_ms, until_ms, seed, plan }): SimulatedHour => ({
      fromMs: Number(from_ms),
      untilMs: Number(until_ms),
      seed,
      plan: readPlan(plan),
    }),
  )
  const at = (symbol: string, atMs: number) =>
    hours.find(
      ({ fromMs, untilMs, plan }) => fromMs <= atMs && atMs < untilMs && plan.some((start) => start.symbol === symbol),
    )

  async function reveal(hour: SimulatedHour) {
    const { fromMs, untilMs, seed, plan } = hour
    await database.withTransaction(async (transaction) => {
      await hold(transaction)
      if (await transaction.some('delete from simulated_hour where hash = $1 returning hash', [hourHash(hour)]))
        await appendFeedEvent(transaction, clock.now(), 'revealed', [fromMs, untilMs, seed, planText(plan)])
    })
    hours = hours.filter((each) => each !== hour)
  }

  async function seal(fromMs: number, untilMs: number, plan: readonly PathStart[]) {
    const hour = { fromMs, untilMs, seed: randomBytes(SEED_BYTES).toString('hex'), plan }
    const hash = hourHash(hour)
    await database.withTransaction(async (transaction) => {
      await hold(transaction)
      await transaction.query(
        'insert into simulated_hour (hash, from_ms, until_ms, seed, plan) values ($1, $2, $3, $4, $5)',
        [hash, fromMs, untilMs, hour.seed, planText(plan)],
      )
      await appendFeedEvent(transaction, clock.now(), 'sealed', [fromMs, untilMs, hash])
    })
    hours.push(hour)
  }

  /** The state with which a product begins the next hour: it continues from the end of this one, which is known already. */
  async function nextStart(product: FeedProduct, atMs: number): Promise<PathStart> {
    const start = startOf(product)
    const hour = at(product.symbol, atMs)
    const own = hour?.plan.find(({ symbol }) => symbol === product.symbol)
    if (!hour || !own) return start
    // A hundred products are half a second of arithmetic.
    await new Promise(setImmediate)
    return { ...start, price: lastPrice(hour, own), model: own.model }
  }

  async function tend() {
    const now = clock.now()
    for (const hour of hours.filter(({ untilMs }) => untilMs + REVEALED_AFTER_MS <= now)) await reveal(hour)
    const until = (Math.floor(now / hourMs) + 1) * hourMs
    const without = products.filter(({ symbol }) => !at(symbol, now))
    if (without.length > 0) await seal(now, until, without.map(startOf))
    const ahead = products.filter(({ symbol }) => !at(symbol, until))
    if (ahead.length === 0 || now < until - hourMs * SEALED_BEFORE) return
    const plan: PathStart[] = []
    for (const product of ahead) plan.push(await nextStart(product, now))
    await seal(until, until + hourMs, plan)
  }
  await tend()
  return { at, tend }
}
