import Type from 'typebox'
import { Balance } from './accounts'
import { closed, EpochMs, type Infer, ProductSymbol } from './common'
import { CHANGE_TOPICS, STREAM_MAX_SYMBOLS } from './limits'
import { Quote, TradingStatus } from './market'
import { Order } from './orders'
import type { QuoteRow } from './quoteRows'

/**
 * `/api/stream`, JSON text frames. The token travels in the first message, never in the address.
 * A subscription answers with a snapshot at once; quotes are conflated to the latest per product.
 */
export const STREAM_HEARTBEAT_MS = 10_000

export const StreamRequest = Type.Union([
  closed({ type: Type.Literal('authenticate'), token: Type.String({ minLength: 1, maxLength: 256 }) }),
  closed({ type: Type.Literal('subscribe'), symbols: Type.Array(ProductSymbol, { maxItems: STREAM_MAX_SYMBOLS }) }),
  closed({ type: Type.Literal('ping'), clientAt: EpochMs }),
])
/** `subscribe` replaces the earlier set of symbols; an empty set ends it. */
export type StreamRequest = Infer<typeof StreamRequest>

const { symbol, price, sequence, change24h, changeRate24hBp, high24h, low24h, volume24h, amount24h } = Quote.properties
const Row = Type.Unsafe<QuoteRow>(
  Type.Tuple([
    symbol,
    price,
    sequence,
    Type.Integer(),
    change24h,
    changeRate24hBp,
    high24h,
    low24h,
    volume24h,
    amount24h,
  ]),
)

export const StreamMessage = Type.Union([
  closed({ type: Type.Literal('welcome'), serverAt: EpochMs, heartbeatMs: Type.Integer() }),
  closed({ type: Type.Literal('authenticated') }),
  closed({ type: Type.Literal('refused'), code: Type.Enum(['unauthenticated', 'invalid_request', 'rate_limited']) }),
  closed({ type: Type.Literal('rows'), serverAt: EpochMs, since: EpochMs, rows: Type.Array(Row) }),
  closed({ type: Type.Literal('status'), symbol: ProductSymbol, status: TradingStatus }),
  closed({ type: Type.Literal('order'), order: Order }),
  closed({ type: Type.Literal('balance'), balance: Balance }),
  closed({ type: Type.Literal('changed'), topics: Type.Array(Type.Enum([...CHANGE_TOPICS]), { maxItems: 10 }) }),
  closed({ type: Type.Literal('pong'), clientAt: EpochMs, serverAt: EpochMs }),
])
export type StreamMessage = Infer<typeof StreamMessage>
