import { type FeedDrop, type FeedMessage, isFields, only, parseFields, priceRow, type SourcePrice } from './feedMessage'

/** Without a message for 30 s the server ends the connection; a text ping before that keeps it. */
export const OKX_PING = 'ping'

const CHANNELS = ['trades', 'tickers']

/** Frames to send after connecting: one for each product, so that a refused one takes no other with it. */
export const okxSubscriptions = (names: readonly string[]): string[] =>
  names.map((instId) => JSON.stringify({ op: 'subscribe', args: CHANNELS.map((channel) => ({ channel, instId })) }))

function rowOf(channel: string, row: unknown): SourcePrice | FeedDrop {
  if (channel.startsWith('candle')) {
    // [opened at, open, high, low, close, …]: nothing tells the time of the close.
    return Array.isArray(row) && typeof row[4] === 'string' ? 'no_source_time' : 'bad_shape'
  }
  if (!isFields(row)) return 'bad_shape'
  const { instId: name, ts: sourceAtMs } = row
  if (channel === 'tickers') {
    return priceRow({ kind: 'statement', name, price: row.last, size: '0', sourceAtMs, trade: undefined })
  }
  return priceRow({ kind: 'trade', name, price: row.px, size: row.sz, sourceAtMs, trade: row.tradeId ?? null })
}

const hasPrices = (channel: string) =>
  channel === 'trades' || channel === 'trades-all' || channel === 'tickers' || channel.startsWith('candle')

function eventOf(event: unknown, line: string): FeedMessage {
  if (event === 'error') return { rows: ['refused'], refusal: line.slice(0, 300) }
  // For example "The connection will soon be closed for a service upgrade."
  if (event === 'notice') return { rows: ['control'], renew: true }
  return only('control')
}

/** A line of the v5 public stream; one line may hold several rows. */
export function parseOkx(line: string): FeedMessage {
  const text = line.trim()
  if (text === 'pong') return only('control')
  if (text === 'ping') return { rows: ['control'], reply: 'pong' }
  const message = parseFields(text)
  if (!message) return only('garbage')
  if ('event' in message) return eventOf(message.event, text)
  const { arg } = message
  if (!isFields(arg) || typeof arg.channel !== 'string') return only('bad_shape')
  const { channel } = arg
  if (!hasPrices(channel)) return only('other_channel')
  if (!Array.isArray(message.data) || message.data.length === 0) return only('bad_shape')
  return { rows: message.data.map((row) => rowOf(channel, row)) }
}
