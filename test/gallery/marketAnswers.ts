import type { Candle, Category, ProductSummary, Tick } from '../../contract/market'
import type { ResultSums } from '../../contract/results'
import { alertOf, NOON, orderOf, productOf, quoteOf, summaryOf, wonOrderOf } from '../client/factories'
import { withAcceptance } from '../client/house'
import { policyOf, receiptOf, shownOrderOf, witnessOf } from '../client/receipts'
import type { Known } from './known'
import { HOUR, instant } from './userAnswers'

/** What the invented server says of products, prices and orders. */

const spark = ['66710.3', '67200.0', '66950.5', '67800.1', '68100.0', '68412.5']
/** A second old, so that it can be traded on. */
const at = NOON + 29_000
const product = (symbol: string, code: string, name: string, category: Category, more: Partial<ProductSummary> = {}) =>
  summaryOf(symbol, { code, name, category, spark, quote: quoteOf({ symbol, at }), ...more })

export const PRODUCTS = [
  product('BTCUSDT', 'BTC/USDT', 'Bitcoin', 'crypto'),
  product('ETHUSDT', 'ETH/USDT', 'Ethereum', 'crypto', {
    quote: quoteOf({ symbol: 'ETHUSDT', at, price: '3812.44', change24h: '-61.02', changeRate24hBp: -158 }),
    decimals: 2,
  }),
  product('XAUUSD', 'XAU/USD', 'Gold', 'metals', { status: 'closed', opensAt: instant(40 * HOUR) }),
  product('USOIL', 'WTI', 'WTI crude oil', 'energy', { status: 'maintenance', recommended: false }),
  product('GER40', 'GER 40', 'German share index', 'index', { quote: null, spark: [] }),
]

/** Four hours, minute by minute, with one gap. */
const candles: Candle[] = Array.from({ length: 240 }, (_, index) => {
  const at = (minute: number) => 68_300 + 90 * Math.sin(minute / 17) + 30 * Math.sin(minute / 5)
  const [open, close] = [at(index - 1), at(index)].map((price) => price.toFixed(1)) as [string, string]
  const [low, high] = [Math.min(at(index - 1), at(index)) - 8, Math.max(at(index - 1), at(index)) + 8]
  return {
    openAt: NOON - (240 - index) * 60_000,
    open,
    high: high.toFixed(1),
    low: low.toFixed(1),
    close,
    volume: '12',
  }
})

/** Three minutes of prices. */
const ticks: Tick[] = Array.from({ length: 420 }, (_, index) => {
  const price = 68_405 + 40 * Math.sin(index / 60) + 14 * Math.sin(index / 7) + 5 * Math.sin(index * 2.1)
  const time = at - (419 - index) * 428
  return {
    sequence: 3_000 + index,
    at: time,
    price: index === 419 ? '68412.5' : price.toFixed(1),
    size: '1',
    source: 'simulated',
    sourceAt: time,
    instrument: '-',
    trade: null,
  }
})

/** With a receipt that holds. */
export const CHECKED = shownOrderOf(receiptOf())
const idOf = (last: number) => `019aa1b2-0000-7000-8000-0000000000${10 + last}`
/** Three orders on one product, one of them next to the price, and one that has just ended. */
export const THREE_ORDERS = {
  holding: [
    orderOf({ id: idOf(20), entryPrice: '68398.4', entryAt: instant(-15_000), expiresAt: instant(75_000) }),
    orderOf({
      id: idOf(21),
      direction: 'down',
      stake: '50.00',
      payout: '91.00',
      entryPrice: '68414.9',
      entryAt: instant(-2_000),
      expiresAt: instant(298_000),
      durationSeconds: 300,
    }),
    orderOf({ id: idOf(22), entryPrice: '68431.0', entryAt: instant(-8_000), expiresAt: instant(52_000) }),
  ],
  closed: { ...CHECKED, closedAt: instant(25_000) },
}

const holding = [
  orderOf(),
  orderOf({ id: idOf(1), number: 'FT-01JD7Q4ZK9', symbol: 'ETHUSDT', direction: 'down', entryPrice: '3815.10' }),
  orderOf({
    id: idOf(2),
    number: 'FT-01JD7Q4ZL0',
    status: 'pending',
    entryPrice: null,
    entryAt: null,
    expiresAt: null,
  }),
]
const over = { exitPrice: '68301.2', exitAt: instant(-HOUR), closedAt: instant(-HOUR) }
export const VOIDED = wonOrderOf({
  id: idOf(3),
  number: 'FT-01JD7Q4ZL1',
  status: 'void',
  exitPrice: null,
  exitAt: null,
  profitLoss: '0.00',
  voidReason: 'too_few_ticks',
})
const closed = [
  CHECKED,
  wonOrderOf({
    ...over,
    id: idOf(4),
    number: 'FT-01JD7Q4ZL2',
    status: 'lost',
    profitLoss: '-12500.00',
    stake: '12500.00',
  }),
  wonOrderOf({
    ...over,
    id: idOf(5),
    number: 'FT-01JD7Q4ZL3',
    status: 'tie',
    exitPrice: '68390.1',
    profitLoss: '0.00',
  }),
  VOIDED,
]
const everyOrder = [...holding, ...closed]

const sums = (orders: number, won: number, net: string): ResultSums => ({
  orders,
  won,
  lost: orders - won - 2,
  tie: 1,
  void: 1,
  staked: '123456.00',
  net,
  breakEvenBp: 5495,
})
const days = ['2026-11-18', '2026-11-19', '2026-11-20']

/** The entries of the order whose receipt is shown; of the others the service says nothing. */
export const bookedAs = (...amounts: string[]) => ({
  items: amounts.map((amount, index) => ({
    id: String(5_511 + index),
    kind: index === 0 ? ('order_placed' as const) : ('order_settled' as const),
    amount,
    balance: '9310.00',
    at: CHECKED.acceptedAt,
    reference: CHECKED.number,
    orderId: CHECKED.id,
    symbol: CHECKED.symbol,
  })),
})

export const MARKET_ANSWERS: Known = {
  listProducts: { items: PRODUCTS },
  getProduct: ({ params }) => {
    const { spark: _, ...known } = PRODUCTS.find(({ symbol }) => symbol === params.symbol) ?? PRODUCTS[0] ?? summaryOf()
    const durations = [30, 60, 300, 86_400].map((seconds, at) => ({ seconds, earningsRateBp: 7500 + at * 350 }))
    const from = instant(30 * HOUR)
    return productOf({
      ...known,
      durations,
      changes: [
        { part: 'durations', from, terms: { durations: durations.slice(1) } },
        { part: 'maintenance', from, terms: { until: instant(33 * HOUR) } },
      ],
    })
  },
  listProductChanges: { items: [], nextCursor: null },
  listCandles: ({ query }) => ({ interval: query.interval, items: candles }),
  listTicks: { items: ticks },
  listPriceAlerts: ({ query }) => ({
    items:
      query.state === 'active'
        ? [
            alertOf(idOf(6), { price: '68450.0' }),
            alertOf(idOf(7), { direction: 'below', symbol: 'ETHUSDT', price: '3600.00' }),
          ]
        : [
            alertOf(idOf(8), {
              state: 'triggered',
              endedAt: instant(-HOUR),
              tick: { sequence: 9, at: NOON - HOUR, price: '70001.5' },
            }),
          ],
    nextCursor: null,
  }),
  listOrders: ({ query }) => ({ items: query.state === 'holding' ? holding : closed, nextCursor: null }),
  getOrder: ({ params }) => withAcceptance(everyOrder.find(({ id }) => id === params.id) ?? CHECKED),
  getReceipt: receiptOf(),
  listBookedOrders: bookedAs('-100.00', '175.00'),
  getExample: receiptOf(),
  getSharedReceipt: receiptOf(),
  getShared: { shared: true },
  shareResult: { shared: true },
  // The page that checks results proposes a witness, and results do not need its signature.
  getProofPolicy: {
    ...policyOf([witnessOf('witness.example.com/w1', 1).key], 0),
    witnessUrls: ['https://witness.example.com'],
  },
  getEndings: {
    from: '2026-10-22',
    until: '2026-11-20',
    settledBefore: 1_200,
    settledThrough: 31_413,
    items: days.map((day) => ({
      day,
      symbol: 'BTCUSDT',
      orders: 1_024,
      voids: { no_entry_tick: 1, logged_late: 0, too_few_ticks: 3, stale_at_expiry: 2 },
    })),
  },
  getResults: {
    from: instant(-30 * 24 * HOUR),
    countedFrom: null,
    total: sums(321, 178, '1204.10'),
    bestDay: { day: '2026-11-19', net: '804.00' },
    largestFall: '1310.00',
    hitRate: { rateBp: 5580, lowBp: 5030, highBp: 6120, breakEvenBp: 5495, earningsRateBp: 8200 },
    curve: Array.from({ length: 40 }, (_, at) => ({
      at: instant((at - 40) * 12 * HOUR),
      orders: at * 8,
      net: (Math.sin(at / 5) * 600 + at * 30).toFixed(2),
    })),
    newest: closed.map(({ id, status }) => ({ id, result: status as 'won' | 'lost' | 'tie' | 'void' })),
    days: days.map((day, at) => ({ day, ...sums(20 + at, 9 + at, at === 1 ? '804.00' : '-318.00') })),
    products: PRODUCTS.slice(0, 3).map(({ symbol }, at) => ({ symbol, ...sums(90, 50, `${at - 1}18.00`) })),
    durations: [30, 60, 300].map((durationSeconds) => ({ durationSeconds, ...sums(100, 61, '418.00') })),
    hours: [0, 9, 14, 23].map((hour) => ({ hour, ...sums(30, 17, '-18.00') })),
  },
}
