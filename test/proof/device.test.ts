import { randomBytes } from 'node:crypto'
import type { BookedOrders } from '../../contract/capitalRecord'
import type { ErrorBody, OrderRefusal } from '../../contract/errors'
import type { Product } from '../../contract/market'
import type { AcceptedOrder, Receipt } from '../../contract/proof'
import type { Agreed, AskedOrder } from '../../proof/ask'
import type { SeenLog } from '../../proof/seenLog'
import { present } from '../../server/src/shared/assert'
import type { TestUser } from '../../server/test/app'
import { asOwner } from '../../server/test/asOwner'
import { createTradingFloor, type TradingFloor } from '../../server/test/tradingFloor'
import { bookingOf, isBooked } from '../../src/domain/proof/booking'
import type { SeenPrice } from '../../src/domain/proof/otherPrices'
import { createRequestId } from '../../src/domain/requestId'
import { OrderSigner } from '../../src/stores/asking/OrderSigner'
import * as orderChecks from '../../src/stores/asking/orderChecks'
import type { ProofCheckDeps } from '../../src/stores/ProofStore'
import { checkOrder } from '../../src/stores/proofCheck'
import { appHttp } from './appHttp'

let floor: TradingFloor
let user: TestUser
beforeAll(async () => {
  floor = await createTradingFloor()
  user = await floor.registerUser()
})
beforeEach(async () => {
  await floor.clock.advance(1_000)
  await floor.tick('100')
  await floor.deps.settlement.runOnce()
})
afterAll(() => floor.close())

const http = appHttp(async (path) => {
  const { statusCode, body } = await floor.inject({ url: `/api${path}` })
  return { status: statusCode, text: body }
})

/** The app's own signer, asking this server. */
function deviceThat(seen?: SeenLog) {
  const memory: { seed?: string; log: SeenLog | undefined } = { log: seen }
  return new OrderSigner({
    http,
    loadChecks: async () => orderChecks,
    keptKey: {
      read: () => memory.seed,
      write: (seed) => {
        memory.seed = seed
      },
    },
    keptLog: {
      read: () => memory.log,
      write: (log) => {
        memory.log = log
      },
    },
    rememberedKey: () => undefined,
    randomBytes: async (count) => randomBytes(count),
    pause: async () => undefined,
    pin: '',
    now: () => floor.clock.now(),
    steadyNow: () => floor.clock.now(),
    readPage: async () => undefined,
    keptWitnesses: () => undefined,
    ownWitnesses: () => [],
  })
}

/** A device that checks its first receipt. */
const NO_MEMORY: Omit<ProofCheckDeps, 'seenPrices' | 'acceptances' | 'checkpoints'> = {
  http,
  orderOf: () => undefined,
  keptResults: { read: () => undefined, write: () => undefined },
  remembered: { read: () => undefined, write: () => undefined },
  refusals: { read: () => 0, write: () => undefined },
  now: () => floor.clock.now(),
  pause: async () => undefined,
  keptPolicy: { read: () => undefined, write: () => undefined },
  ownWitnesses: { read: () => [], readPage: async () => undefined },
  pin: '',
  signers: '',
}

/** The terms on the product's page. */
async function pageOf(): Promise<Agreed> {
  const product = (await floor.inject({ url: '/api/products/BTCUSDT' })).json<Product>()
  const { source, instrument, entryTimeoutMs, staleAfterMs, sourceLagMs } = product
  return { source, instrument, entryTimeoutMs, staleAfterMs, sourceLagMs, currency: 'USD', scale: 2 }
}

async function ask(device: OrderSigner, agreed: Agreed, agoMs = 0): Promise<AskedOrder> {
  await device.makeReady()
  const order = { ...floor.body(), id: createRequestId(floor.clock.now() - agoMs, randomBytes) }
  const signed = await device.sign(order, agreed)
  if (!signed) throw new Error('not signed')
  return { ...order, ...signed, agreed }
}

const send = ({ agreed: _, origin: __, ...payload }: AskedOrder) => floor.call(user, 'POST', '/orders', payload)

test('the server accepts what the app signs, with the terms that the page says, and the app finds nothing wrong with it', async () => {
  const device = deviceThat()
  const asked = await ask(device, await pageOf())
  expect(asked.ask.seenHead).toBeGreaterThan(0)
  const answer = await send(asked)
  expect(answer.statusCode).toBe(201)
  const { acceptance } = answer.json<AcceptedOrder>()
  expect(await device.problemsOf(acceptance, asked)).toEqual([])
  // The same answer each time.
  expect((await send(asked)).json<AcceptedOrder>().acceptance).toEqual(acceptance)
})

test('what the device fetched itself ties the receipt of its order in time, and prices that it was not shown are named', async () => {
  const device = deviceThat()
  const asked = await ask(device, await pageOf())
  const { acceptance } = (await send(asked)).json<AcceptedOrder>()
  await floor.enter('101')
  await floor.deps.settlement.runOnce()
  const placed = await device.checkpoint()
  await floor.pass(1_000)
  await floor.clock.advance(1_000)
  const entered = await device.checkpoint()
  await floor.expire('102')
  await floor.deps.settlement.runOnce()
  const ended = await device.checkpoint()
  const receipt = await floor.call(user, 'GET', `/orders/${asked.id}/receipt`)
  const [range] = receipt.json<Receipt>().ranges
  const seen = (range?.ticks ?? []).map(({ sequence, price }) => ({ sequence, price }))
  const check = (prices: readonly SeenPrice[]) =>
    checkOrder({ ...NO_MEMORY, ...KEPT, seenPrices: { read: () => prices } }, asked.id, receipt.body)
  const KEPT = {
    acceptances: { read: () => ({ ...acceptance, asked }), forget: () => undefined },
    checkpoints: { read: () => [placed, entered, ended].flatMap((each) => each ?? []) },
  }
  expect(await check(seen)).toMatchObject({ ok: true, value: { tied: 'device', check: { problems: [] } } })
  const other = seen.map(({ sequence, price }, index) => ({ sequence, price: index === 1 ? '7' : price }))
  expect(await check(other)).toMatchObject({
    ok: true,
    value: { check: { problems: [{ kind: 'other_prices', sequence: other[1]?.sequence }] } },
  })
})

test('a limit that was changed behind the page is found in the answer', async () => {
  const device = deviceThat()
  const page = await pageOf()
  await floor.database.query('update product set stale_after_ms = 1')
  await floor.deps.market.refreshProducts()
  const asked = await ask(device, page)
  const { acceptance } = (await send(asked)).json<AcceptedOrder>()
  await floor.database.query('update product set stale_after_ms = 5000')
  await floor.deps.market.refreshProducts()
  const found = await device.problemsOf(acceptance, asked)
  expect(found).toEqual([{ kind: 'term', field: 'staleAfterMs' }])
})

test('a device that has seen another log, or asks too late, is refused and nothing is placed', async () => {
  const page = await pageOf()
  const seen = await ask(deviceThat(), page)
  const elsewhere = {
    origin: seen.origin,
    size: seen.ask.seenHead,
    root: 'ab'.repeat(32),
    keys: [],
    checkpoint: { asked: 0, at: 0, text: '' },
  }
  const other = await ask(deviceThat(elsewhere), page)
  expect((await send(other)).json()).toMatchObject({ code: 'ask_other_log' })
  const late = await ask(deviceThat(), page, 10_500)
  expect((await send(late)).json()).toMatchObject({ code: 'ask_time_off' })
  const { refusal } = present((await send(late)).json<ErrorBody>().details, 'the signed refusal')
  expect(await deviceThat().isRefused(late, refusal as OrderRefusal)).toBe(true)
  expect(await deviceThat().isRefused(other, refusal as OrderRefusal)).toBe(false)
  for (const { id } of [other, late]) expect((await floor.call(user, 'GET', `/orders/${id}`)).statusCode).toBe(404)
})

test('a win that is taken out of the books again is found by the device that has verified it', async () => {
  const asked = await ask(deviceThat(), await pageOf())
  await send(asked)
  await floor.enter('101')
  await floor.deps.settlement.runOnce()
  await floor.expire('102')
  await floor.deps.settlement.runOnce()
  const booking = async () => {
    const receipt = (await floor.call(user, 'GET', `/orders/${asked.id}/receipt`)).json<Receipt>()
    const entries = await floor.call(user, 'GET', `/capital-record/orders?ids=${asked.id}`)
    return bookingOf(receipt.order.profitLoss, receipt.order.scale, entries.json<BookedOrders>().items)
  }
  const paid = await booking()
  expect([isBooked(paid), paid.due]).toEqual([true, paid.booked])
  await asOwner(floor.database, (tx) =>
    tx.query('delete from ledger_posting where transfer_id = $1', [present(paid.entry, 'the payout').id]),
  )
  const taken = await booking()
  expect(isBooked(taken)).toBe(false)
  expect(taken.due).toBe(paid.due)
})
