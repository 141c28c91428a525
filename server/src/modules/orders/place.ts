import type { PlaceOrder } from '../../../../contract/orders'
import type { AcceptedOrder } from '../../../../contract/proof'
import { isDatabaseUnavailable } from '../../database/database'
import { isIdTimeOff } from '../../shared/ids'
import { formatMoney, parseMoney } from '../../shared/money'
import { bodyHash } from '../../shared/replay'
import { ok, type Refusal, type Result, refuse } from '../../shared/result'
import { DIRECTION } from '../../shared/stored'
import type { AskRefusal } from '../../signedLogs/asks'
import { SignerAwayError } from '../../signedLogs/remoteSigner'
import { freezeRefusal } from '../../users/freezes'
import type { OwnRefusal } from '../accountLimits/service'
import { createBatcher, OverloadError } from './batcher'
import type { OrdersDeps } from './deps'
import type { OrderReader } from './reader'
import * as repository from './repository'
import { signRefusal } from './signRefusal'
import { checkTerms, type Terms, type TermsRefusal } from './terms'
import { placedRow } from './wire'

/** An order, and whether this call created it (201) or an earlier one did (200). */
export interface Placed {
  order: AcceptedOrder
  created: boolean
}

/** Decided by what the user, all orders and the product have now, in the database. */
type AccountRefusal =
  | OwnRefusal
  | 'ask_time_off'
  | 'balance_insufficient'
  | 'exposure_reached'
  | 'order_id_conflict'
  | 'open_stakes_reached'
  | 'orders_frozen'
  | 'orders_too_fast'
  | 'unauthenticated'

export type OrderRefusal = AskRefusal | TermsRefusal | AccountRefusal | 'request_id_time_off' | 'unavailable'

const BATCH_MAX = 64
const BATCHES_IN_FLIGHT_MAX = 2
/** A batch costs as much as four orders in it, on the database and here. */
const BATCH_WORTHWHILE = 32
/** Longer than a batch takes, commit included, unless it waits for a lock. */
const BATCH_PATIENCE_MS = 10
const QUEUE_MAX = 5_000
/** An order is meant for the price that its user saw; the app sends one again for as long, too. */
const QUEUED_MS_MAX = 8_000

/** The rules that need no lock: terms, the age of the id, and the signature of the device. */
async function checkOrder(
  deps: OrdersDeps,
  body: PlaceOrder,
  stake: bigint | undefined,
): Promise<Result<Terms, AskRefusal | TermsRefusal | 'request_id_time_off'>> {
  const terms = checkTerms(deps, body, stake)
  if (!terms.ok) return terms
  if (isIdTimeOff(body.id, deps.clock.now())) return refuse('request_id_time_off')
  const asked = await deps.asks.check(body, terms.value.stake)
  return asked.ok ? terms : asked
}

/** The row that the batch writes for an order whose terms are valid. */
const newOrderOf = (
  userId: bigint,
  body: PlaceOrder,
  { product, earningsRateBp, stake }: Terms,
  hash: Buffer,
  acceptedAtMs: number,
): repository.NewOrder => ({
  userId,
  id: body.id,
  productId: product.id,
  direction: DIRECTION[body.direction],
  stake,
  durationSeconds: body.durationSeconds,
  earningsRateBp,
  payout: stake + (stake * BigInt(earningsRateBp)) / 10_000n,
  bodyHash: hash,
  source: product.source,
  instrument: product.instrument,
  acceptedAtMs,
  entryTimeoutMs: product.entryTimeoutMs,
  staleAfterMs: product.staleAfterMs,
  sourceLagMs: product.sourceLagMs,
  ask: body.ask,
})

type Refused = Exclude<repository.PlaceOutcome, { outcome: 'placed' } | { outcome: 'exists' }>

/** What the user is told of an order that the database refused. */
async function refuseOrder(
  { accountLimits, clock, config, database }: OrdersDeps,
  userId: bigint,
  result: Refused,
): Promise<{ ok: false; error: Refusal<AccountRefusal> }> {
  const money = (minor: bigint) => formatMoney(minor, config.currency.scale)
  switch (result.outcome) {
    case 'insufficient':
      return refuse('balance_insufficient', { available: money(result.available) })
    case 'too_fast':
      return refuse('orders_too_fast', { retryAfterSeconds: 60, limit: String(config.orderLimits.perMinute) })
    case 'open_stakes':
      return refuse('open_stakes_reached', { limit: money(config.orderLimits.openStakes) })
    case 'time_off':
      return refuse('ask_time_off', { serverTime: new Date(clock.now()).toISOString() })
    case 'id_taken':
      return refuse('order_id_conflict')
    case 'exposed':
      return refuse('exposure_reached')
    case 'on_break':
      return { ok: false, error: await accountLimits.refusalOf(userId, 'break') }
    case 'limited':
      return { ok: false, error: await accountLimits.refusalOf(userId, result.limit) }
    case 'frozen':
      return { ok: false, error: await freezeRefusal(database, userId, 'orders') }
    case 'no_user':
      return refuse('unauthenticated')
  }
}

const isUnavailable = (error: unknown) =>
  error instanceof OverloadError || error instanceof SignerAwayError || isDatabaseUnavailable(error)

/** The path of one order from request to answer. */
export function createPlacing(deps: OrdersDeps, reader: OrderReader) {
  const { clock, database, bus, config, acceptances } = deps
  const batcher = createBatcher<repository.NewOrder, repository.PlaceOutcome>({
    batchMax: BATCH_MAX,
    inFlightMax: BATCHES_IN_FLIGHT_MAX,
    worthwhile: BATCH_WORTHWHILE,
    patienceMs: BATCH_PATIENCE_MS,
    queueMax: QUEUE_MAX,
    ageMaxMs: QUEUED_MS_MAX,
    run(orders) {
      // Stamped on the way to the database: time in the queue must not let a known tick become the entry.
      const now = clock.now()
      for (const order of orders) order.acceptedAtMs = now
      return repository.placeOrders(database, orders, config.currency, config.orderLimits)
    },
  })

  async function placed(order: repository.NewOrder, number: bigint): Promise<Placed> {
    const row = placedRow(order, number, config.currency)
    const wire = reader.wireOf(row)
    bus.publish({ type: 'orders', userId: order.userId, orders: [wire] })
    bus.publish({ type: 'balances', userId: order.userId })
    return { order: { ...wire, acceptance: await acceptances.give(number, reader.agreedIn(row)) }, created: true }
  }

  async function place(userId: bigint, body: PlaceOrder): Promise<Result<Placed, OrderRefusal>> {
    const stake = parseMoney(body.stake, config.currency.scale)
    const hash = bodyHash(body.symbol, body.direction, stake, body.durationSeconds, body.earningsRateBp)
    const terms = await checkOrder(deps, body, stake)
    const refused = async (error: Refusal<OrderRefusal>) => {
      const signed = await signRefusal(deps, userId, body, stake, error)
      return signed ? { ok: false as const, error: signed } : repeated()
    }
    const repeated = async () => (await reader.repeat(userId, body.id, hash)) ?? refuse('unavailable')
    // A repeat gets its answer even after the market has closed or the rate has changed.
    if (!terms.ok) return (await reader.repeat(userId, body.id, hash)) ?? refused(terms.error)
    // No order is accepted that could not be signed for.
    acceptances.ready()
    const order = newOrderOf(userId, body, terms.value, hash, clock.now())
    const result = await batcher.add(userId, order)
    if (result.outcome === 'placed')
      return ok(await placed({ ...order, acceptedAtMs: result.acceptedAtMs }, result.number))
    if (result.outcome === 'exists') return repeated()
    return refused((await refuseOrder(deps, userId, result)).error)
  }

  return async (userId: bigint, body: PlaceOrder): Promise<Result<Placed, OrderRefusal>> => {
    try {
      return await place(userId, body)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      deps.log.warn({ err: error }, 'an order could not be placed now')
      return refuse('unavailable')
    }
  }
}
