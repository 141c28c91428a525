import { UPDATE_PROBLEMS } from '../../shared/signed/wire'
import { DECIMAL } from '../feed'

/** One price in a message of a source. */
export interface SourcePrice {
  /** A trade; or a ticker's or a candle's statement that the last price is still the current one. */
  kind: 'trade' | 'statement'
  /** The source's name of the product. */
  name: string
  price: string
  size: string
  sourceAtMs: number
  /** The source's number of the trade, or of the last one before a statement; undefined if it gives none. */
  trade: number | undefined
}

/** Every reason for which something that came in is not a tick. */
export const FEED_DROPS = [
  /** Not a JSON object: half a frame, or noise. */
  'garbage',
  /** About the connection: an answer to a subscription, a pong. */
  'control',
  /** The source refuses a subscription. */
  'refused',
  /** A channel that gives no prices, such as order books. */
  'other_channel',
  /** A known channel with fields that are missing or of another kind. */
  'bad_shape',
  /** A price or size that is no plain decimal number, or a price of zero. */
  'bad_price',
  /** A product that this server does not price from this source. */
  'unknown_symbol',
  /** A candle that does not tell the time of its last price. */
  'no_source_time',
  'behind_clock',
  'ahead_of_clock',
  'duplicate',
  'out_of_order',
  /** A ticker or candle that repeats what trades have said already. */
  'not_needed',
  /** Another source prices the product at present. */
  'standby',
  /** A jump that nothing confirmed in time. */
  'jump_unconfirmed',
  /** A signed price that an order waited for, fetched later; or one that nobody has. */
  'filled_in',
  'not_there',
  ...UPDATE_PROBLEMS,
] as const
export type FeedDrop = (typeof FEED_DROPS)[number]

/** A message of a source, parsed: at least one row, each a price or the reason why there is none. */
export interface FeedMessage {
  rows: readonly (SourcePrice | FeedDrop)[]
  /** Text to send to the source at once. */
  reply?: string
  /** The source will end this connection soon. */
  renew?: boolean
  /** The text of a refusal. */
  refusal?: string
}

export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined for everything that is not a JSON object. */
export function parseFields(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const only = (row: SourcePrice | FeedDrop): FeedMessage => ({ rows: [row] })

/** Whole numbers come as numbers or as text. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

/** A row, checked: the digits of the source stay as they are. */
export function priceRow(row: {
  kind: SourcePrice['kind']
  name: unknown
  price: unknown
  size: unknown
  sourceAtMs: unknown
  trade: unknown
}): SourcePrice | FeedDrop {
  const { kind, name, price, size } = row
  const sourceAtMs = wholeNumber(row.sourceAtMs)
  if (typeof name !== 'string' || typeof price !== 'string' || typeof size !== 'string') return 'bad_shape'
  if (sourceAtMs === undefined) return 'bad_shape'
  const trade = row.trade === undefined ? undefined : wholeNumber(row.trade)
  if (row.trade !== undefined && trade === undefined) return 'bad_shape'
  if (!DECIMAL.test(price) || !DECIMAL.test(size) || Number(price) <= 0) return 'bad_price'
  return { kind, name, price, size, sourceAtMs, trade }
}
