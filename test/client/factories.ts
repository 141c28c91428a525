import type { Product, ProductSummary, Quote } from '../../contract/market'
import type { Order } from '../../contract/orders'

/** Instants of the tests count from here: 2026-11-20 14:02:00 UTC. */
export const NOON = Date.UTC(2026, 10, 20, 14, 2, 0)

const iso = (at: number) => new Date(at).toISOString()

export const quoteOf = (overrides: Partial<Quote> = {}): Quote => ({
  symbol: 'BTCUSDT',
  price: '68412.5',
  sequence: 10,
  at: NOON,
  change24h: '1544.8',
  changeRate24hBp: 231,
  high24h: '69020.0',
  low24h: '66710.3',
  volume24h: '28412.7',
  amount24h: '1930000000',
  ...overrides,
})

export const summaryOf = (symbol = 'BTCUSDT', overrides: Partial<ProductSummary> = {}): ProductSummary => ({
  symbol,
  code: symbol === 'BTCUSDT' ? 'BTC/USDT' : symbol,
  name: symbol === 'BTCUSDT' ? 'Bitcoin' : `Product ${symbol}`,
  category: 'crypto',
  decimals: 1,
  recommended: true,
  status: 'open',
  opensAt: null,
  closesAt: null,
  quote: quoteOf({ symbol }),
  spark: ['1', '2', '3'],
  ...overrides,
})

export const productOf = (overrides: Partial<Product> = {}): Product => {
  const { spark: _, ...summary } = summaryOf()
  return {
    ...summary,
    durations: [
      { seconds: 30, earningsRateBp: 7500 },
      { seconds: 60, earningsRateBp: 8200 },
    ],
    stakePresets: ['100.00', '500.00'],
    stakeMin: '1.00',
    stakeMax: '999999.00',
    staleAfterMs: 5000,
    source: 'simulated',
    calendar: { timeZone: 'UTC', alwaysOpen: true, hours: [] },
    ...overrides,
  }
}

/** An order that was accepted at `NOON` and entered 200 ms later. */
export const orderOf = (overrides: Partial<Order> = {}): Order => ({
  id: '019aa1b2-0000-7000-8000-000000000001',
  number: 'FT-01JD7Q4ZK8',
  symbol: 'BTCUSDT',
  direction: 'up',
  stake: '100.00',
  durationSeconds: 60,
  earningsRateBp: 8200,
  payout: '182.00',
  status: 'open',
  source: 'simulated',
  acceptedAt: iso(NOON),
  entryPrice: '68390.1',
  entryAt: iso(NOON + 200),
  expiresAt: iso(NOON + 60_200),
  exitPrice: null,
  exitAt: null,
  closedAt: null,
  profitLoss: null,
  voidReason: null,
  version: 2,
  ...overrides,
})

export const wonOrderOf = (overrides: Partial<Order> = {}): Order =>
  orderOf({
    status: 'won',
    exitPrice: '68412.5',
    exitAt: iso(NOON + 60_000),
    closedAt: iso(NOON + 60_300),
    profitLoss: '82.00',
    version: 3,
    ...overrides,
  })
