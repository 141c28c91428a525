import type { CapitalExport } from '../../../../contract/capitalRecord'
import type { Order, OrdersExport } from '../../../../contract/orders'
import type { ResultSums, Results } from '../../../../contract/results'
import { wilson } from '../../../../contract/wilson'
import type { TestUser } from '../../../test/app'
import { asOwner } from '../../../test/asOwner'
import { allPages } from '../../../test/lists'
import { user, wallet, withWallet } from '../../../test/walletOfFile'
import { createRandom } from '../../market/random'
import { appendTicks } from '../../market/tickLog'
import { present } from '../../shared/assert'
import { systemClock } from '../../shared/clock'
import { hitRateOf } from './hitRate'

withWallet({ ready: false })

const ZONE = 'Asia/Kolkata'
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']
const RATES: Record<number, number> = { 30: 7500, 60: 8200, 180: 8500 }
const HOUR_MS = 3_600_000

const ask = (query: string, owner: TestUser = user) => wallet.call(owner, 'GET', `/results?${query}`)
async function results(query = '', owner: TestUser = user, period = 'all', zone = ZONE): Promise<Results> {
  const answer = await ask(`period=${period}&timeZone=${encodeURIComponent(zone)}${query}`, owner)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const productOf = (symbol: string) => present(wallet.deps.market.productBySymbol(symbol), 'a demo product')

async function tick(price?: string) {
  const now = wallet.clock.now()
  for (const symbol of SYMBOLS) {
    const { id: productId } = productOf(symbol)
    const ticks = price === undefined ? [] : [{ productId, atMs: now, price, size: '1', sourceAtMs: now }]
    const sequences = await appendTicks(
      wallet.database,
      [productId],
      price === undefined ? now : now - 1,
      'test',
      ticks,
    )
    const sequence = sequences.get(0)
    if (price !== undefined && sequence != null)
      wallet.deps.bus.publish({ type: 'ticks', ticks: [{ productId, symbol, sequence, atMs: now, price, size: '1' }] })
  }
}

interface Bet {
  symbol?: string
  direction?: 'up' | 'down'
  stake?: string
  owner?: TestUser
}

/** Orders of one duration that end together: at `exit` after an entry of 100, or void without an entry. */
async function play(bets: readonly Bet[], exit: string | 'void', durationSeconds = 30) {
  await wallet.clock.advance(1)
  await tick('100')
  for (const { owner = user, ...bet } of bets) {
    const order = wallet.body({ ...bet, durationSeconds, earningsRateBp: RATES[durationSeconds] ?? 0 })
    expect((await wallet.place(owner, order)).statusCode).toBe(201)
  }
  await wallet.toEntry()
  if (exit === 'void') await wallet.clock.advance(6_000)
  else {
    await tick('100')
    await wallet.settle()
    await wallet.clock.advance(durationSeconds * 1_000 - 1)
    await tick(exit)
    await wallet.clock.advance(1_500)
  }
  await tick()
  await wallet.settle()
}

const cents = (text: string) => BigInt(text.replace('.', ''))
const text = (amount: bigint) => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** All pages of closed orders, last closed first. */
const closedOrders = (filter = '', limit = 100) =>
  allPages<Order>(wallet, user, `/orders?state=closed&limit=${limit}${filter}`)

/** Closed orders in the order in which they closed, with what the capital record says that each added. */
async function recorded(): Promise<(Order & { net: bigint })[]> {
  const orders = await closedOrders()
  const { items } = (await wallet.call(user, 'GET', '/capital-record/export?filter=orders')).json<CapitalExport>()
  const added = new Map<string | null, bigint>()
  for (const { reference, amount } of items) added.set(reference, (added.get(reference) ?? 0n) + cents(amount))
  return orders.reverse().map((order) => ({ ...order, net: present(added.get(order.number), 'it is recorded') }))
}

function sums(orders: readonly (Order & { net: bigint })[]): ResultSums {
  const count = (status: string) => orders.filter((order) => order.status === status).length
  const total = (of: typeof orders, amount: (order: Order & { net: bigint }) => bigint) =>
    of.reduce((sum, order) => sum + amount(order), 0n)
  const bets = orders.filter(({ status }) => status === 'won' || status === 'lost')
  const [stakes, payouts] = [total(bets, ({ stake }) => cents(stake)), total(bets, ({ payout }) => cents(payout))]
  return {
    orders: orders.length,
    won: count('won'),
    lost: count('lost'),
    tie: count('tie'),
    void: count('void'),
    staked: text(total(orders, ({ stake }) => cents(stake))),
    net: text(total(orders, ({ net }) => net)),
    breakEvenBp: payouts === 0n ? null : Math.round((Number(stakes) / Number(payouts)) * 10_000),
  }
}

const local = (at: string | null, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, ...options }).format(new Date(at ?? ''))
const dayOf = ({ closedAt }: Order) => local(closedAt, { year: 'numeric', month: '2-digit', day: '2-digit' })
const hourOf = ({ acceptedAt }: Order) => Number(local(acceptedAt, { hour: '2-digit', hourCycle: 'h23' }))

/** All figures again, from the capital record and the list of orders alone. */
function reckon(orders: readonly (Order & { net: bigint })[]) {
  const groups = <K extends string | number>(keyOf: (order: Order) => K) =>
    [...new Set(orders.map(keyOf))].map((key) => ({ key, ...sums(orders.filter((order) => keyOf(order) === key)) }))
  let [net, peak, fall] = [0n, 0n, 0n]
  const curve = orders.map((order, index) => {
    net += order.net
    if (net > peak) peak = net
    if (peak - net > fall) fall = peak - net
    return { at: order.closedAt, orders: index + 1, net: text(net) }
  })
  const days = groups(dayOf)
  const best = days.reduce((top, day) => (cents(day.net) > cents(top.net) ? day : top), present(days[0], 'a day'))
  return {
    total: sums(orders),
    largestFall: text(fall),
    curve,
    newest: orders.slice(-60).map(({ id, status }) => ({ id, result: status })),
    days: days.map(({ key: day, ...rest }) => ({ day, ...rest })),
    bestDay: { day: best.key, net: best.net },
    products: groups(({ symbol }) => symbol).map(({ key: symbol, ...rest }) => ({ symbol, ...rest })),
    durations: groups((order) => order.durationSeconds).map(({ key, ...rest }) => ({ durationSeconds: key, ...rest })),
    hours: groups(hourOf).map(({ key: hour, ...rest }) => ({ hour, ...rest })),
  }
}

function expectFigures(found: Results, orders: readonly (Order & { net: bigint })[]) {
  const { total, largestFall, curve, newest, days, bestDay, ...groups } = reckon(orders)
  expect(found).toMatchObject({ total, largestFall, curve, newest, days, bestDay })
  for (const name of ['products', 'durations', 'hours'] as const) {
    expect(found[name]).toHaveLength(groups[name].length)
    for (const group of groups[name]) expect(found[name]).toContainEqual(group)
  }
}

test('figures of random orders are those of the capital record, to the cent, however they are filtered', async () => {
  const seed = process.env.SEED ?? String(systemClock.now())
  console.info(`seed ${seed}`)
  const random = createRandom(seed)
  const pick = <T>(items: readonly T[]): T => present(items[Math.floor(random.uniform() * items.length)], 'one of them')
  const other = await wallet.registerUser()
  for (let round = 0; round < 20; round++) {
    await wallet.clock.advance(Math.floor(random.uniform() * 7 * HOUR_MS))
    const bets = Array.from({ length: 1 + Math.floor(random.uniform() * 4) }, () => ({
      symbol: pick(SYMBOLS),
      direction: pick(['up', 'down'] as const),
      stake: text(BigInt(100 + Math.floor(random.uniform() * 9_900))),
      owner: pick([user, user, user, other]),
    }))
    await play(bets, pick(['99', '99.5', '101', '102', '100', 'void']), pick([30, 60, 180]))
  }
  // An order that still runs has left the balance, but has no result yet.
  await wallet.clock.advance(1)
  await tick('100')
  expect((await wallet.place(user, wallet.body({ stake: '33.00' }))).statusCode).toBe(201)

  const orders = await recorded()
  const all = await results()
  expectFigures(all, orders)
  expect(text(cents(await wallet.availableOf(user)) - 1_000_000n + 3_300n)).toBe(all.total.net)
  expect(all.hitRate).toMatchObject({ breakEvenBp: all.total.breakEvenBp })
  for (const symbol of new Set(orders.map((order) => order.symbol)))
    expectFigures(
      await results(`&symbol=${symbol}`),
      orders.filter((order) => order.symbol === symbol),
    )
  for (const durationSeconds of new Set(orders.map((order) => order.durationSeconds)))
    expectFigures(
      await results(`&durationSeconds=${durationSeconds}`),
      orders.filter((order) => order.durationSeconds === durationSeconds),
    )
  for (const status of new Set(orders.map((order) => order.status))) {
    const found = await results(`&result=${status}`)
    expectFigures(
      found,
      orders.filter((order) => order.status === status),
    )
    expect(found.hitRate).toBeNull()
  }
})

test('closed orders are found by product, result and day, page by page and as a file', async () => {
  await play([{ symbol: 'BTCUSDT' }, { symbol: 'ETHUSDT', owner: await wallet.registerUser() }], '102')
  await play([{ symbol: 'ETHUSDT' }], 'void')
  await play([{ symbol: 'BTCUSDT' }], '99')
  await wallet.clock.advance(24 * HOUR_MS)
  await play([{ symbol: 'BTCUSDT' }], '102')
  const all = await closedOrders()
  const [last, lost, voided, won] = all
  const from = encodeURIComponent(last?.closedAt ?? '')
  const cases: [string, (Order | undefined)[]][] = [
    ['&symbol=BTCUSDT', [last, lost, won]],
    ['&symbol=ETHUSDT', [voided]],
    ['&result=won', [last, won]],
    ['&symbol=BTCUSDT&result=lost', [lost]],
    [`&from=${from}`, [last]],
    [`&to=${from}`, [lost, voided, won]],
    [`&to=${from}&result=won`, [won]],
    ['&symbol=SOLUSDT', []],
  ]
  for (const [filter, expected] of cases) {
    expect([filter, await closedOrders(filter, 1)]).toEqual([filter, expected])
    const file = (await wallet.call(user, 'GET', `/orders/export?${filter.slice(1)}`)).json<OrdersExport>()
    expect([filter, file]).toEqual([filter, { items: expected, truncated: false }])
  }
  for (const url of ['/orders?state=closed&from=2026-13-01T00:00:00Z', '/orders/export?to=2026-01-32T00:00:00Z'])
    expect((await wallet.call(user, 'GET', url)).statusCode).toBe(400)
})

test('a period is whole days where the user is', async () => {
  // Half past six in the evening, UTC: midnight in Kolkata.
  const now = new Date(wallet.clock.now())
  now.setUTCHours(18, 30, 0, 0)
  await wallet.clock.advance(now.getTime() + 24 * HOUR_MS - 60_000 - wallet.clock.now())
  await play([{ stake: '40.00' }], '102')
  expect(wallet.clock.now()).toBeLessThan(now.getTime() + 24 * HOUR_MS)
  await wallet.clock.advance(60_000)
  await play([{ stake: '20.00' }], '99')
  expect(await results('', user, '7')).toMatchObject({
    total: { orders: 2, net: '10.00' },
    days: [{ net: '30.00' }, { net: '-20.00' }],
    largestFall: '20.00',
  })
  await wallet.clock.advance(6 * 24 * HOUR_MS)
  const week = await results('', user, '7')
  expect(week).toMatchObject({ total: { orders: 1, net: '-20.00' }, countedFrom: null })
  expect(week.from).toBe(new Date(now.getTime() + 24 * HOUR_MS).toISOString())
  expect((await results('', user, '7', 'Etc/UTC')).total.orders).toBe(2)
  expect((await results('', user, '30')).total).toEqual((await results()).total)
})

test('nobody has results of another user, and who has none gets zeros', async () => {
  await play([{}], '102')
  const other = await wallet.registerUser()
  expect(await results('', other)).toEqual({
    from: null,
    countedFrom: null,
    bestDay: null,
    hitRate: null,
    largestFall: '0.00',
    total: { orders: 0, won: 0, lost: 0, tie: 0, void: 0, staked: '0.00', net: '0.00', breakEvenBp: null },
    curve: [],
    newest: [],
    days: [],
    products: [],
    durations: [],
    hours: [],
  })
})

test('a zone is the same by each of its names, and an unknown one is no failure', async () => {
  const by = async (zone: string) => (await ask(`period=7&timeZone=${encodeURIComponent(zone)}`)).json<Results>()
  const expected = await by('Asia/Ho_Chi_Minh')
  for (const zone of ['Asia/Saigon', '+07:00', 'GMT+7']) expect(await by(zone)).toEqual(expected)
  expect(await by('Etc/Unknown')).toEqual(await by('Etc/UTC'))
})

test.each([
  'period=7',
  'period=8&timeZone=Etc/UTC',
  'period=7&timeZone=Etc/UTC&result=open',
  'period=7&timeZone=Etc/UTC&durationSeconds=x',
  'period=7&timeZone=Etc/UTC&symbol=a',
])('%s is an invalid request', async (query) => {
  const answer = await ask(query)
  expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_request' })])
})

/** Closed orders by the thousand, which add up to their number in cents; nothing else of the server knows them. */
const makeMany = (orders: number) =>
  asOwner(wallet.database, (tx) =>
    tx.query(
      `insert into trade_order (user_id, id, product_id, direction, stake, duration_seconds, earnings_rate_bp, payout, status,
                                body_hash, source, accepted_at_ms, closed_at_ms, profit_loss, version, currency, scale,
                                entry_timeout_ms, stale_after_ms, source_lag_ms, seen_head, seen_root, device_key, device_signature)
       select $1, overlay(gen_random_uuid()::text placing '7' from 15 for 1)::uuid, $2, 1, 1, 30, 10000, 2, order_won(),
              '\\x00', 'test', $3::bigint - 40000 - nth, $3 - nth, 1, 3, 'USD', 2, 5000, 5000, 5000, 0, '\\x00', '\\x00', '\\x00'
         from generate_series(1, $4::int) nth`,
      [user.id, productOf('BTCUSDT').id, wallet.clock.now(), orders],
    ),
  )

test('the curve has few points, and the newest 10,000 orders count, said with since when', async () => {
  await makeMany(10_003)
  const now = wallet.clock.now()
  try {
    const found = await results()
    expect(found).toMatchObject({
      total: { orders: 10_000, net: '100.00' },
      countedFrom: new Date(now - 10_000).toISOString(),
    })
    expect(found.newest).toHaveLength(60)
    expect([found.curve.length, found.curve.at(-1)?.orders, found.curve.at(-1)?.net]).toEqual([200, 10_000, '100.00'])
    // A filter reads no further.
    expect((await results('&result=lost')).countedFrom).toBe(found.countedFrom)
    for (const { orders, net } of found.curve) expect(cents(net)).toBe(BigInt(orders))
    const file = (await wallet.call(user, 'GET', '/orders/export?result=won')).json<OrdersExport>()
    expect([file.items.length, file.truncated]).toEqual([5_000, true])
  } finally {
    await wallet.database.query('delete from trade_order where user_id = $1', [user.id])
  }
})

test('the interval is that of Wilson, and the break-even rate is weighted by stakes', () => {
  // Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I.
  expect(wilson(81, 263)).toEqual({ lowBp: 2553, highBp: 3662 })
  expect(wilson(15, 148)).toEqual({ lowBp: 624, highBp: 1605 })
  expect(wilson(0, 20)).toEqual({ lowBp: 0, highBp: 1611 })
  expect(wilson(1, 29)).toEqual({ lowBp: 61, highBp: 1718 })
  expect(wilson(22, 38)).toEqual({ lowBp: 4219, highBp: 7215 })
  expect(wilson(5, 5).highBp).toBe(10_000)
  expect(hitRateOf({ won: 0, lost: 0, stakes: 0n, payouts: 0n })).toBeNull()
  // 900.00 at 82 % and 100.00 at 75 %.
  expect(hitRateOf({ won: 3, lost: 1, stakes: 100_000n, payouts: 163_800n + 17_500n })).toMatchObject({
    rateBp: 7500,
    breakEvenBp: 5516,
    earningsRateBp: 8130,
  })
})
