import type { Me } from '../../contract/accounts'
import type { PriceAlert } from '../../contract/alerts'
import type { AppInfo } from '../../contract/app'
import type { CapitalEntry } from '../../contract/capitalRecord'
import type { Article } from '../../contract/content'
import type { Candle, Product, ProductSummary, Quote } from '../../contract/market'
import type { Message } from '../../contract/messages'
import type { Order } from '../../contract/orders'
import type { Results } from '../../contract/results'
import type { Savings, SavingsEarning, SavingsMovement } from '../../contract/savings'
import type { Verification } from '../../contract/verification'
import type { WithdrawalTerms } from '../../contract/withdrawals'

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
    sourceLagMs: 5000,
    entryTimeoutMs: 5000,
    source: 'simulated',
    instrument: '-',
    rule: 3,
    signers: null,
    invented: true,
    calendar: { timeZone: 'UTC', alwaysOpen: true, hours: [] },
    changes: [],
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

/** The figures of the mockup. */
export const savingsOf = (overrides: Partial<Savings> = {}): Savings => ({
  total: '3170.36',
  confirmed: '2670.36',
  pending: '500.00',
  yesterdayEarnings: '0.17',
  allEarnings: '21.84',
  rate: '2.310',
  perTenThousand: '0.6329',
  incomeDay: '2026-11-19',
  available: '9310.00',
  depositMinimum: '1.00',
  depositMaximum: '999999.00',
  depositsLeft: 3,
  transfersOutLeft: 2,
  transferOutLeft: '10000.00',
  closedDays: [],
  automatic: null,
  version: 1,
  ...overrides,
})

/** A deposit of Friday noon that is not confirmed yet. */
export const movementOf = (overrides: Partial<SavingsMovement> = {}): SavingsMovement => ({
  id: '019aa1b2-0000-7000-8000-000000000001',
  kind: 'deposit',
  amount: '500.00',
  status: 'pending',
  createdAt: '2026-11-20T04:00:00.000Z',
  tradeDay: '2026-11-20',
  confirmedOn: '2026-11-23',
  firstEarningsShownOn: '2026-11-24',
  ...overrides,
})

export const earningOf = (overrides: Partial<SavingsEarning> = {}): SavingsEarning => ({
  day: '2026-11-19',
  share: '2670.36',
  perTenThousand: '0.6329',
  amount: '0.17',
  carryBefore: '0.40000000',
  carryAfter: '0.30070844',
  ...overrides,
})

/** The user center's data on the logged-in user. */
export const meOf = (overrides: Partial<Me> = {}): Me => ({
  account: 'lin_mei88',
  nickname: 'lin_mei88',
  openingCode: '7F3K9Q',
  verified: true,
  creditScore: 80,
  phone: '+86****8000',
  phoneCountry: 'CN',
  creditParts: [
    { kind: 'base', points: 60, earned: true },
    { kind: 'verified', points: 20, earned: true },
    { kind: 'payout_account', points: 10, earned: false },
  ],
  balance: { available: '9310.00', inOrders: '3170.36', total: '12480.36', version: 7 },
  accountProfitLoss: '1204.10',
  todayProfitLoss: '-86.20',
  hasTraded: true,
  hasLimits: false,
  sessionMinutes: null,
  ...overrides,
})

/** Terms of a user who may withdraw at once. */
export const withdrawalTermsOf = (changes: Partial<WithdrawalTerms> = {}): WithdrawalTerms => ({
  available: '800.00',
  minimum: '50.00',
  maximum: '500.00',
  dailyLimit: '1000.00',
  dailyRemaining: '300.00',
  feeFixed: '1.00',
  feeRateBp: 50,
  arrivalHours: 24,
  secondFactorNeeded: false,
  secondFactorMissing: false,
  hold: null,
  rest: null,
  payeeDiffers: false,
  payeeReview: null,
  takesCode: false,
  hasPasskeys: false,
  method: { kind: 'bank_card', name: 'Bank', masked: '**** 1234' },
  payableFrom: null,
  verified: true,
  frozen: false,
  stopped: null,
  tradePasswordLockedUntil: null,
  ...changes,
})

export const alertOf = (id: string, changes: Partial<PriceAlert> = {}): PriceAlert => ({
  id,
  symbol: 'BTCUSDT',
  direction: 'above',
  price: '70000.0',
  state: 'active',
  createdAt: '2026-11-20T14:00:00Z',
  endedAt: null,
  tick: null,
  ...changes,
})

/** The half hour before `NOON`, minute by minute. */
export const halfHour: Candle[] = Array.from({ length: 30 }, (_, i) => ({
  openAt: NOON - (30 - i) * 60_000,
  open: '68400.0',
  high: '68420.0',
  low: '68380.0',
  close: '68410.0',
  volume: '12',
}))

export const articleOf = (overrides: Partial<Article> = {}): Article => ({
  id: 'a',
  locale: 'en-US',
  title: 'Title a',
  coverUrl: null,
  publishedAt: iso(NOON - 5 * 60_000),
  updatedAt: '2026-11-19T12:00:00Z',
  blocks: [],
  ...overrides,
})

/** Of a deposit that came 20 minutes before `NOON`. */
export const messageOf = (id: string, overrides: Partial<Omit<Message, 'kind' | 'facts'>> = {}): Message => ({
  id,
  kind: 'deposit_successful',
  facts: { amount: '1000.00', reference: `D${id}` },
  title: null,
  body: null,
  createdAt: iso(NOON - 20 * 60_000),
  read: false,
  ...overrides,
})

/** Results of 38 orders, 22 of them won. */
export const resultsOf = (changes: Partial<Results> = {}): Results => ({
  from: null,
  countedFrom: null,
  bestDay: null,
  hitRate: { rateBp: 5789, lowBp: 4219, highBp: 7215, breakEvenBp: 5495, earningsRateBp: 8200 },
  largestFall: '0.00',
  total: { orders: 38, won: 22, lost: 16, tie: 0, void: 0, staked: '3250.00', net: '204.10', breakEvenBp: 5495 },
  curve: [],
  newest: [],
  days: [],
  products: [],
  durations: [],
  hours: [],
  ...changes,
})

/** An entry of the capital record: a deposit. */
export const capitalEntryOf = (id: string, changes: Partial<CapitalEntry> = {}): CapitalEntry => ({
  id,
  kind: 'deposit',
  amount: '100.00',
  balance: '100.00',
  reference: `FD-${id}`,
  orderId: null,
  symbol: null,
  at: '2026-11-20T14:02:31.000Z',
  ...changes,
})

export const appInfoOf = (changes: Partial<AppInfo> = {}): AppInfo => ({
  name: 'Fairtick',
  version: '1.0.0',
  locales: ['en-US'],
  currency: { code: 'USD', scale: 2 },
  funds: 'demo',
  feed: 'simulated',
  kefuUrl: null,
  serverAt: '2026-11-20T00:00:00Z',
  ...changes,
})

export const verificationOf = (overrides: Partial<Verification> = {}): Verification => ({
  status: 'not_submitted',
  reason: null,
  answers: null,
  submittedAt: null,
  dueAt: null,
  decidedAt: null,
  validUntil: null,
  renewal: null,
  ...overrides,
})
