import type {
  Order,
  OrderPage,
  OrderQuery,
  OrdersExport,
  OrdersExportQuery,
  PlaceOrder,
} from '../../../../contract/orders'
import type { AcceptedOrder } from '../../../../contract/proof'
import { type Database, isDatabaseUnavailable, type Queryable } from '../../database/database'
import type { Bus } from '../../shared/bus'
import type { Clock } from '../../shared/clock'
import { isIdTimeOff } from '../../shared/ids'
import type { Log } from '../../shared/log'
import { formatMoney, parseMoney } from '../../shared/money'
import { bodyHash, hasBody, replay } from '../../shared/replay'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import { DIRECTION } from '../../shared/stored'
import type { Acceptances } from '../../signedLogs/acceptances'
import type { AskRefusal, Asks } from '../../signedLogs/asks'
import { SignerAwayError } from '../../signedLogs/remoteSigner'
import { findCommitted } from '../../users/accountLock'
import { freezeRefusal } from '../../users/freezes'
import type { AccountLimitsService, OwnRefusal } from '../accountLimits/service'
import { createBatcher, OverloadError } from './batcher'
import { exportOrders, listOrders } from './lists'
import type { TradingMarket } from './market'
import { orderNumber } from './orderNumber'
import * as repository from './repository'
import { checkTerms, type Terms, type TermsRefusal } from './terms'
import { placedRow, termsOf, toWire } from './wire'

export interface OrdersDeps {
  config: Pick<Settings, 'currency' | 'orderLimits'>
  clock: Clock
  log: Log
  database: Database
  bus: Bus
  market: TradingMarket
  archive: OldOrders
  accountLimits: Pick<AccountLimitsService, 'refusalOf'>
  /** Signs the agreed terms; the same terms always give the same signature. */
  acceptances: Acceptances
  /** The text that devices sign when they ask for an order. */
  asks: Asks
}

/** Orders that were moved to the archive. */
export interface OldOrders {
  /** The order as JSON; undefined if there is none. */
  findOrder(userId: bigint, id: string): Promise<string | undefined>
}

/** An order, and whether this call created it (201) or an earlier one did (200). */
export interface Placed {
  order: AcceptedOrder
  created: boolean
}

export type { TradedProduct, TradingMarket } from './market'
export { SHOWN_COLUMNS, type ShownOrder } from './repository'
export { checkMarket, type MarketRefusal } from './terms'
export { termsOf } from './wire'

export type OrderRefusal =
  | AskRefusal
  | TermsRefusal
  | OwnRefusal
  | 'ask_time_off'
  | 'balance_insufficient'
  | 'exposure_reached'
  | 'open_stakes_reached'
  | 'orders_frozen'
  | 'orders_too_fast'
  | 'order_id_conflict'
  | 'request_id_time_off'
  | 'unauthenticated'
  | 'unavailable'

export interface OrdersService {
  place(userId: bigint, body: PlaceOrder): Promise<Result<Placed, AppError<OrderRefusal>>>
  list(userId: bigint, query: OrderQuery): Promise<Result<OrderPage, AppError<'invalid_request'>>>
  /** The newest closed orders that match the filter, for a file. */
  exportOf(userId: bigint, query: OrdersExportQuery): Promise<Result<OrdersExport, AppError<'invalid_request'>>>
  /** `unavailable` while it may be under way: see `findCommitted`. */
  get(userId: bigint, id: string): Promise<Result<AcceptedOrder, AppError<'not_found' | 'unavailable'>>>
  /** Sums of closed orders in minor units. */
  profitLossOf(userId: bigint, sinceMs: number): Promise<{ total: bigint; today: bigint; hasTraded: boolean }>
  /** The numbers that users see and the products, by order id; ids of other users are left out. */
  factsOf(userId: bigint, ids: readonly string[]): Promise<ReadonlyMap<string, { number: string; symbol: string }>>
  toWire(row: repository.ShownOrder): Order
}

const BATCH_MAX = 64
const BATCHES_IN_FLIGHT_MAX = 2
/** A batch costs as much as four orders in it, on the database and here. */
const BATCH_WORTHWHILE = 32
/** Longer than a batch takes, commit included, unless it waits for a lock. */
const BATCH_PATIENCE_MS = 10
const QUEUE_MAX = 5_000
/** An order is meant for the price that its user saw; the app sends one again for as long, too. */
const QUEUED_MS_MAX = 8_000

/** Reads orders of the database and of the archive, as they go over the wire. */
function createReader({ config, clock, database, market, archive, acceptances }: OrdersDeps) {
  const { scale } = config.currency
  /** Products by number; for an unknown number the market is asked again. */
  const products = new Map<number, { symbol: string; decimals: number }>()

  function productOf(productId: number) {
    if (!products.has(productId)) for (const product of market.products()) products.set(product.id, product)
    return products.get(productId) ?? { symbol: '', decimals: 0 }
  }

  const wireOf = (row: repository.ShownOrder) => toWire(row, productOf(row.product_id), scale)
  const agreedIn = (row: Omit<repository.OrderRow, 'body_hash'>) => termsOf(row, productOf(row.product_id).symbol)
  const acceptedOf = async (row: repository.OrderRow): Promise<AcceptedOrder> => ({
    ...wireOf(row),
    acceptance: await acceptances.find(row.number, agreedIn(row)),
  })
  // No order is archived before a year has passed (`RECORDS_KEPT_DAYS`), so an id from about now is in no archive.
  const mayBeArchived = (id: string) => isIdTimeOff(id, clock.now())

  async function find(source: Queryable, userId: bigint, id: string): Promise<repository.OrderRow | undefined> {
    const row = await repository.findOrder(source, userId, id)
    if (row || !mayBeArchived(id)) return row
    const record = await archive.findOrder(userId, id)
    return record === undefined ? undefined : repository.readRecord(source, record)
  }

  /** The answer to an id that exists: the same order for the same body, a conflict for another. */
  const repeat = async (userId: bigint, id: string, hash: Buffer) =>
    replay(await find(database, userId, id), hasBody(hash), 'order_id_conflict', async (row) => ({
      order: await acceptedOf(row),
      created: false,
    }))

  return { productOf, wireOf, agreedIn, acceptedOf, find, repeat }
}

type Reader = ReturnType<typeof createReader>

/** The row that the batch writes for an order whose terms are valid. */
function newOrderOf(
  userId: bigint,
  body: PlaceOrder,
  { product, earningsRateBp }: Terms,
  stake: bigint,
  bodyHash: Buffer,
  acceptedAtMs: number,
): repository.NewOrder {
  return {
    userId,
    id: body.id,
    productId: product.id,
    direction: DIRECTION[body.direction],
    stake,
    durationSeconds: body.durationSeconds,
    earningsRateBp,
    payout: stake + (stake * BigInt(earningsRateBp)) / 10_000n,
    bodyHash,
    source: product.source,
    instrument: product.instrument,
    acceptedAtMs,
    entryTimeoutMs: product.entryTimeoutMs,
    staleAfterMs: product.staleAfterMs,
    ask: body.ask,
  }
}

/** The path of one order from request to answer. */
function createPlacing(deps: OrdersDeps, reader: Reader) {
  const { clock, database, bus, config } = deps
  const { scale } = config.currency
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
    return { order: { ...wire, acceptance: await deps.acceptances.give(number, reader.agreedIn(row)) }, created: true }
  }

  return async (userId: bigint, body: PlaceOrder): Promise<Result<Placed, AppError<OrderRefusal>>> => {
    const stake = parseMoney(body.stake, scale)
    const hash = bodyHash(body.symbol, body.direction, stake, body.durationSeconds, body.earningsRateBp)
    const terms = checkTerms(deps, body, stake)
    // A repeat gets its answer even after the market has closed or the rate has changed.
    if (!terms.ok || stake === undefined)
      return (await reader.repeat(userId, body.id, hash)) ?? (terms.ok ? fail('stake_invalid') : terms)
    // An archived order has no row that would refuse its id.
    if (isIdTimeOff(body.id, clock.now()))
      return (await reader.repeat(userId, body.id, hash)) ?? fail('request_id_time_off')
    const asked = await deps.asks.check(body, stake)
    if (!asked.ok) return (await reader.repeat(userId, body.id, hash)) ?? asked
    deps.acceptances.ready()
    const order = newOrderOf(userId, body, terms.value, stake, hash, clock.now())
    const result = await batcher.add(userId, order)
    switch (result.outcome) {
      case 'placed':
        return ok(await placed({ ...order, acceptedAtMs: result.acceptedAtMs }, result.number))
      case 'exists':
        return (await reader.repeat(userId, body.id, hash)) ?? fail('unavailable')
      case 'insufficient':
        return fail('balance_insufficient', { available: formatMoney(result.available, scale) })
      case 'too_fast':
        return fail('orders_too_fast', { retryAfterSeconds: 60, limit: String(config.orderLimits.perMinute) })
      case 'open_stakes':
        return fail('open_stakes_reached', { limit: formatMoney(config.orderLimits.openStakes, scale) })
      case 'time_off':
        return fail('ask_time_off', { serverTime: new Date(clock.now()).toISOString() })
      case 'exposed':
        return fail('exposure_reached')
      case 'on_break':
        return { ok: false, error: await deps.accountLimits.refusalOf(userId, 'break') }
      case 'frozen':
        return { ok: false, error: await freezeRefusal(database, userId, 'orders') }
      case 'limited':
        return { ok: false, error: await deps.accountLimits.refusalOf(userId, result.limit) }
      case 'no_user':
        return fail('unauthenticated')
    }
  }
}

export function createOrdersService(deps: OrdersDeps): OrdersService {
  const { database, log } = deps
  const reader = createReader(deps)
  const place = createPlacing(deps, reader)

  return {
    async place(userId, body) {
      try {
        return await place(userId, body)
      } catch (error) {
        const refusal: AppError<'unavailable'> | undefined =
          [OverloadError, SignerAwayError].some((kind) => error instanceof kind) || isDatabaseUnavailable(error)
            ? { code: 'unavailable' }
            : undefined
        if (!refusal) throw error
        log.warn({ err: error }, 'an order could not be placed now')
        return { ok: false, error: refusal }
      }
    },
    list: (userId, query) => listOrders(database, reader.wireOf, userId, query),
    exportOf: (userId, query) => exportOrders(database, reader.wireOf, userId, query),
    async get(userId, id) {
      const found = await findCommitted(deps, userId, id, reader.find)
      return found.ok ? ok(await reader.acceptedOf(found.value)) : found
    },
    profitLossOf: (userId, sinceMs) => repository.sumProfitLoss(database, userId, sinceMs),
    async factsOf(userId, ids) {
      const rows = ids.length === 0 ? [] : await repository.findNumbers(database, userId, ids)
      const factsOf = (row: (typeof rows)[number]) => ({
        number: orderNumber(row.number, Number(row.accepted_at_ms)),
        symbol: reader.productOf(row.product_id).symbol,
      })
      return new Map(rows.map((row) => [row.id, factsOf(row)]))
    },
    toWire: reader.wireOf,
  }
}
