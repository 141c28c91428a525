import type { Order } from '../../contract/orders'
import { seedDemoProducts } from '../src/market/demoProducts'
import { appendTicks, loadHeads } from '../src/market/tickLog'
import { present } from '../src/shared/assert'
import { createTestApp, type TestApp, type TestAppOptions, type TestUser } from './app'
import { type AskedOf, asked, type UnsignedOrder } from './asks'
import { newId } from './ids'

export const SYMBOL = 'BTCUSDT'

/** How far apart heads are while time passes: more than 10 s, and prices would not count as fixed in time. */
const HEAD_EVERY_MS = 5_000
/** At most so long after an order was placed, the second of its entry begins (docs/PROOF_FORMAT.md). */
const ENTRY_WITHIN_MS = 4_000

/** An order on that product, which no device has signed yet. */
export const demoOrder = (changes: Partial<UnsignedOrder> = {}): UnsignedOrder => ({
  id: newId(),
  symbol: SYMBOL,
  direction: 'up',
  stake: '100.00',
  durationSeconds: 30,
  earningsRateBp: 7500,
  ...changes,
})

/** Moves the price of the one product, and with it the orders on it. */
function pricesOf({ deps, clock }: TestApp, productId: number) {
  const { database } = deps
  /** Appends a tick at the clock's time, or `agoMs` before it, and says so on the bus. False when it came too late. */
  async function tick(price: string, agoMs = 0): Promise<boolean> {
    const atMs = clock.now() - agoMs
    const appended = await appendTicks(database, [productId], atMs - 1, 'test', [
      { productId: productId, atMs, price, size: '1', sourceAtMs: atMs },
    ])
    const sequence = appended.get(0)
    if (sequence == null) return false
    deps.bus.publish({
      type: 'ticks',
      ticks: [{ productId: productId, symbol: SYMBOL, sequence, atMs, price, size: '1' }],
    })
    return true
  }

  /** The feed's promise that nothing older than now follows. */
  const moveWatermark = () => appendTicks(database, [productId], clock.now(), 'test', [])

  /** A head takes up the orders that were just placed, and the second of their entry begins. */
  async function toEntry() {
    await deps.heads.seal()
    await clock.advance(ENTRY_WITHIN_MS)
  }

  /** Orders that were just placed get `price` as their entry. */
  async function enter(price: string) {
    await toEntry()
    await tick(price)
    await deps.settlement.runOnce()
  }

  /** Time goes by as when a house runs: prices are complete up to now, and a head has them, again and again. */
  async function pass(ms: number) {
    for (let left = ms; left > 0; left -= HEAD_EVERY_MS) {
      await clock.advance(Math.min(left, HEAD_EVERY_MS))
      await moveWatermark()
      await deps.heads.seal()
    }
  }

  /** Their 30 s go by: `price` is their exit, and the watermark has passed their expiry. Settles nothing. */
  async function expire(price: string, goBy = (ms: number) => clock.advance(ms)) {
    await goBy(28_999)
    await clock.advance(1)
    await tick(price)
    await clock.advance(1_500)
    await moveWatermark()
  }

  return { tick, toEntry, enter, expire, pass, moveWatermark }
}

/** The whole server with products but no feed: a test sets each price and moves the clock itself. */
export async function createTradingFloor(options: TestAppOptions = {}) {
  const app = await createTestApp(options)
  const { database, deps } = app
  await database.withTransaction((tx) => seedDemoProducts(tx, deps.config.currency.scale, 'test'))
  await deps.market.refreshProducts()
  await loadHeads(database)
  const product = present(deps.market.productBySymbol(SYMBOL), 'the demo products are there')

  const { tick, toEntry, enter, expire, pass, moveWatermark } = pricesOf(app, product.id)

  const place = (user: TestUser, order: UnsignedOrder, of: AskedOf = {}) =>
    app.call(user, 'POST', '/orders', asked(order, { origin: deps.config.proofOrigin, ...of }))

  /** A won order from its acceptance to its end, 30 s later; the prices are 101 and 102. */
  async function win(
    user: TestUser,
    payload: UnsignedOrder,
    placed: (order: UnsignedOrder) => Promise<void> = async () => undefined,
    goBy?: (ms: number) => Promise<void>,
  ): Promise<void> {
    await tick('100')
    const answer = await place(user, payload)
    if (answer.statusCode !== 201) throw new Error(`the order was refused: ${answer.body}`)
    await placed(payload)
    await enter('101')
    await expire('102', goBy)
    await deps.settlement.runOnce()
  }

  /** Ends all open orders as won; the next orders find a price. */
  async function settleAll(): Promise<void> {
    await enter('101')
    await expire('102')
    await deps.settlement.runOnce()
    await tick('100')
  }

  async function orderOf(user: TestUser, id: string): Promise<Order> {
    return (await app.call(user, 'GET', `/orders/${id}`)).json<Order>()
  }

  /** Value of a metric as Prometheus reads it; `name` with its labels. */
  async function figure(name: string): Promise<number | undefined> {
    const { body } = await app.inject({ url: '/api/metrics' })
    const line = body.split('\n').find((each) => each.startsWith(`${name} `))
    return line === undefined ? undefined : Number(line.slice(name.length + 1))
  }

  async function availableOf(user: TestUser): Promise<string> {
    return (await deps.ledger.balanceOf(user.id)).available
  }

  return {
    ...app,
    product,
    tick,
    moveWatermark,
    body: demoOrder,
    place,
    toEntry,
    enter,
    expire,
    pass,
    win,
    settleAll,
    orderOf,
    availableOf,
    figure,
    settle: deps.settlement.runOnce,
  }
}

export type TradingFloor = Awaited<ReturnType<typeof createTradingFloor>>
