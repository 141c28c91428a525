import type { CreatePriceAlert, PriceAlertsQuery } from '../../../../contract/alerts'
import type { Database, Tx } from '../../database/database'
import type { Market } from '../../market/market'
import type { ProductRecord } from '../../market/products'
import { present } from '../../shared/assert'
import type { Clock } from '../../shared/clock'
import { readNumbered, readPage } from '../../shared/page'
import { ok, refuse } from '../../shared/result'
import { DAY_MS } from '../../shared/time'
import { notifyUser } from '../../users/userEvents'
import { alertPrice, priceUnits } from './price'
import * as repository from './repository'
import { toWire } from './wire'

export interface AlertsDeps {
  database: Database
  clock: Clock
  market: Pick<Market, 'productBySymbol' | 'quote'>
}

/** How many alerts of a user can wait at a time. */
export const ACTIVE_ALERTS_MAX = 20
const KEPT_MS = 180 * DAY_MS
const SWEEP_BATCH = 5_000
const SWEEP_BATCHES_MAX = 20

const directionOf = (direction: CreatePriceAlert['direction']): repository.Direction => (direction === 'above' ? 1 : -1)

async function insert(
  deps: AlertsDeps,
  tx: Tx,
  userId: bigint,
  body: CreatePriceAlert,
  product: ProductRecord,
  price: string,
) {
  const direction = directionOf(body.direction)
  await repository.lockUser(tx, userId)
  const known = await repository.findAlert(tx, userId, body.id)
  if (known) {
    const isSame = known.symbol === body.symbol && known.direction === direction && known.price === price
    return isSame ? ok({ alert: toWire(known), created: false }) : refuse('request_id_conflict')
  }
  if ((await repository.countActive(tx, userId)) >= ACTIVE_ALERTS_MAX)
    return refuse('alert_limit_reached', { limit: String(ACTIVE_ALERTS_MAX) })
  await repository.lockForCreation(tx)
  const last = await repository.lastTick(tx, product.id)
  const lastPrice = last?.price ?? deps.market.quote(product.symbol)?.price
  if (lastPrice !== undefined && (priceUnits(lastPrice) - priceUnits(price)) * BigInt(direction) >= 0n)
    return refuse('alert_reached', { price: lastPrice })
  const afterSequence = last?.sequence ?? 0n
  const nowMs = deps.clock.now()
  const alert = { userId, id: body.id, productId: product.id, direction, price, afterSequence, nowMs }
  if (!(await repository.insertAlert(tx, alert))) return refuse('alert_exists')
  await notifyUser(tx, userId, ['alerts'])
  const row = present(await repository.findAlert(tx, userId, body.id), 'an alert that was inserted is there')
  return ok({ alert: toWire(row), created: true })
}

/** Price alerts of contract/alerts.ts; `modules/alerts/reached.ts` triggers them. */
export type AlertsService = ReturnType<typeof createAlertsService>

export function createAlertsService(deps: AlertsDeps) {
  const { database, clock, market } = deps
  return {
    /** A product whose market is closed accepts alerts, too: they apply once it opens. */
    async create(userId: bigint, body: CreatePriceAlert) {
      const product = market.productBySymbol(body.symbol)
      if (!product) return refuse('product_unknown')
      const price = alertPrice(body.price, product.decimals)
      if (price === undefined) return refuse('alert_price_invalid')
      return database.attempt((tx) => insert(deps, tx, userId, body, product, price))
    },
    /** Returns the alert in its final state: one that was triggered in the meantime says so. */
    async cancel(userId: bigint, id: string) {
      return database.attempt(async (tx) => {
        if (await repository.cancelAlert(tx, userId, id, clock.now())) await notifyUser(tx, userId, ['alerts'])
        const row = await repository.findAlert(tx, userId, id)
        return row ? ok(toWire(row)) : refuse('not_found')
      })
    },
    list(userId: bigint, query: PriceAlertsQuery) {
      if (query.state === 'active') {
        return readNumbered(query, (before, limit) => repository.listActive(database, userId, before, limit), toWire)
      }
      return readPage(query, {
        keys: 2,
        read: (after, limit) => {
          const [endedAtMs = 0n, number = 0n] = after ?? []
          return repository.listTriggered(database, userId, after && [endedAtMs, number], limit)
        },
        keysOf: (row) => [row.ended_at_ms ?? 0n, row.number],
        toItem: toWire,
      })
    },
    /** Deletes alerts that ended before the retention period, in bounded batches. */
    async sweep() {
      const beforeMs = clock.now() - KEPT_MS
      for (let batch = 0; batch < SWEEP_BATCHES_MAX; batch++) {
        if ((await repository.deleteOver(database, beforeMs, SWEEP_BATCH)) < SWEEP_BATCH) return
      }
    },
  }
}
