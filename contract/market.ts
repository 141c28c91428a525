import Type from 'typebox'
import {
  BasisPoints,
  closed,
  EpochMs,
  type Infer,
  Instant,
  MoneyText,
  nullable,
  PriceText,
  ProductSymbol,
  SignedDecimalText,
} from './common'

export const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const
export type Interval = (typeof INTERVALS)[number]

export const CATEGORIES = ['crypto', 'metals', 'energy', 'index', 'fx'] as const
export type Category = (typeof CATEGORIES)[number]

/** The latest price and the figures of the last 24 hours. */
export const Quote = closed({
  symbol: ProductSymbol,
  price: PriceText,
  sequence: Type.Integer({ minimum: 0, description: "Number of the tick in the product's log" }),
  at: EpochMs,
  change24h: SignedDecimalText,
  changeRate24hBp: BasisPoints,
  high24h: PriceText,
  low24h: PriceText,
  volume24h: SignedDecimalText,
  amount24h: SignedDecimalText,
})
export type Quote = Infer<typeof Quote>

/** `open` takes orders. `closed`: outside the calendar. `maintenance`: flag set by the operator. */
export const TradingStatus = Type.Enum(['open', 'closed', 'maintenance'])
export type TradingStatus = Infer<typeof TradingStatus>

const summary = {
  symbol: ProductSymbol,
  code: Type.String({ description: 'As shown beside the name, e.g. "BTC/USDT"' }),
  name: Type.String({ description: 'In the language of Accept-Language' }),
  category: Type.Enum([...CATEGORIES]),
  decimals: Type.Integer({ minimum: 0, maximum: 8 }),
  recommended: Type.Boolean(),
  status: TradingStatus,
  opensAt: nullable(Instant),
  closesAt: nullable(Instant),
  quote: nullable(Quote),
  /** Its picture in the object store; without one the app draws its own. */
  iconUrl: Type.Optional(Type.String({ maxLength: 500 })),
}

export const ProductSummary = closed({
  ...summary,
  spark: Type.Array(PriceText, { maxItems: 48, description: 'Closes of the last 24 hours, oldest first' }),
})
export type ProductSummary = Infer<typeof ProductSummary>

export const ProductList = closed({ items: Type.Array(ProductSummary, { maxItems: 500 }) })

export const Duration = closed({
  seconds: Type.Integer({ minimum: 1 }),
  earningsRateBp: BasisPoints,
})
export type Duration = Infer<typeof Duration>

/**
 * The parts of a product that can change, each as a whole and only with notice (PRODUCT.md 10.12). An order keeps the
 * terms under which it was accepted.
 */
export const PRODUCT_PARTS = ['added', 'names', 'durations', 'stakes', 'calendar', 'maintenance'] as const
export type ProductPart = (typeof PRODUCT_PARTS)[number]

/** Terms as everybody reads them: the fields of the part alone. */
export const PublicTerms = closed({
  code: Type.Optional(Type.String()),
  names: Type.Optional(Type.Record(Type.String(), Type.String())),
  category: Type.Optional(Type.Enum([...CATEGORIES])),
  decimals: Type.Optional(Type.Integer()),
  recommended: Type.Optional(Type.Boolean()),
  calendar: Type.Optional(
    closed({
      timeZone: Type.String(),
      alwaysOpen: Type.Boolean(),
      hours: Type.Array(closed({ day: Type.Integer(), open: Type.String(), close: Type.String() }), { maxItems: 50 }),
    }),
  ),
  durations: Type.Optional(Type.Array(Duration, { maxItems: 12 })),
  stakeMin: Type.Optional(MoneyText),
  stakeMax: Type.Optional(MoneyText),
  stakePresets: Type.Optional(Type.Array(MoneyText, { maxItems: 12 })),
  until: Type.Optional(nullable(Instant)),
})
export type PublicTerms = Infer<typeof PublicTerms>

/** A change of a product that was announced and is not in force yet. */
export const AnnouncedChange = closed({ part: Type.Enum([...PRODUCT_PARTS]), from: Instant, terms: PublicTerms })
export type AnnouncedChange = Infer<typeof AnnouncedChange>

/** The signers of a product's prices. Their signatures decide its orders, not the server's word. */
export const PriceSigners = closed({
  feed: Type.String({ pattern: '^[0-9a-f]{64}$', description: "The oracle's id of the feed" }),
  set: Type.String({ pattern: '^[0-9a-f]{16}$', description: 'Id of the signer set (docs/PROOF_FORMAT.md)' }),
  needed: Type.Integer({ minimum: 1, maximum: 64, description: 'How many have to sign' }),
  of: Type.Integer({ minimum: 1, maximum: 64, description: 'How many there are' }),
})
export type PriceSigners = Infer<typeof PriceSigners>

export const Product = closed({
  ...summary,
  durations: Type.Array(Duration, { maxItems: 12 }),
  stakePresets: Type.Array(MoneyText, { maxItems: 12 }),
  stakeMin: MoneyText,
  stakeMax: MoneyText,
  sourceLagMs: Type.Integer({ description: 'At most so far from its time at the source is the time of a price' }),
  staleAfterMs: Type.Integer({ description: 'Without a tick for this long the price is stale and no order is taken' }),
  entryTimeoutMs: Type.Integer({ description: 'An order without an entry price for this long is void' }),
  source: Type.String({ description: 'Where the prices come from' }),
  instrument: Type.String({ description: 'What each source calls the product, with commas between' }),
  rule: Type.Integer({
    minimum: 3,
    maximum: 4,
    description: 'The rule that decides its orders (docs/PROOF_FORMAT.md)',
  }),
  signers: nullable(PriceSigners),
  invented: Type.Boolean({ description: 'Its prices are those of no market: simulated, or signed with test keys' }),
  calendar: closed({
    timeZone: Type.String(),
    alwaysOpen: Type.Boolean(),
    hours: Type.Array(
      closed({
        day: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday' }),
        open: Type.String(),
        close: Type.String(),
      }),
      { maxItems: 50 },
    ),
  }),
  changes: Type.Array(AnnouncedChange, { maxItems: 10, description: 'The soonest first' }),
})
export type Product = Infer<typeof Product>

export const Candle = closed({
  openAt: EpochMs,
  open: PriceText,
  high: PriceText,
  low: PriceText,
  close: PriceText,
  volume: SignedDecimalText,
})
export type Candle = Infer<typeof Candle>

/** GET /products/:symbol/candles: oldest first, up to `limit` that opened before `before`. */
export const CandleQuery = closed({
  interval: Type.Enum([...INTERVALS]),
  before: Type.Optional(Type.String({ pattern: '^\\d{1,15}$', description: 'Epoch milliseconds, exclusive' })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,2}|1000)$', description: '1 to 1000, default 300' })),
})
export const CandleList = closed({ interval: Type.Enum([...INTERVALS]), items: Type.Array(Candle, { maxItems: 1000 }) })
export type CandleList = Infer<typeof CandleList>

export const Tick = closed({
  sequence: Type.Integer({ minimum: 1 }),
  at: EpochMs,
  price: PriceText,
  size: SignedDecimalText,
  source: Type.String(),
  sourceAt: EpochMs,
  /** The source's name of the product; `-` if it has no name. */
  instrument: Type.String(),
  /** The number that the source gave the trade. */
  trade: nullable(Type.Integer({ minimum: 0 })),
})
export type Tick = Infer<typeof Tick>

/** GET /products/:symbol/ticks: the public log, newest last; `after` is a sequence number, exclusive. */
export const TickQuery = closed({
  after: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,2}|1000)$', description: '1 to 1000, default 300' })),
})
export const TickList = closed({ items: Type.Array(Tick, { maxItems: 1000 }) })
export type TickList = Infer<typeof TickList>
