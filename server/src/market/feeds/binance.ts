import {
  type FeedDrop,
  type FeedMessage,
  type Fields,
  isFields,
  only,
  parseFields,
  priceRow,
  type SourcePrice,
} from './feedMessage'

/** Trades, and two streams that say in quiet minutes that the last price is still valid. */
const STREAMS = ['aggTrade', 'kline_1m', 'ticker']

/** The address of one combined stream for all `names`; names of streams are in small letters. */
export function binanceStreamUrl(base: string, names: readonly string[]): string {
  const streams = names.flatMap((name) => STREAMS.map((stream) => `${name.toLowerCase()}@${stream}`))
  return `${base}/stream?streams=${streams.join('/')}`
}

/** `l` and `L` number single trades, so a trade and the statements around it can be told apart by one number. */
function rowOf(event: Fields): SourcePrice | FeedDrop {
  switch (event.e) {
    case 'aggTrade':
      return priceRow({
        kind: 'trade',
        name: event.s,
        price: event.p,
        size: event.q,
        sourceAtMs: event.T,
        trade: event.l ?? null,
      })
    case '24hrTicker':
      return priceRow({
        kind: 'statement',
        name: event.s,
        price: event.c,
        size: '0',
        sourceAtMs: event.E,
        trade: event.L ?? null,
      })
    case 'kline': {
      if (!isFields(event.k)) return 'bad_shape'
      // A candle without a trade has number -1: it only repeats the close before it.
      if (event.k.L === -1) return 'not_needed'
      return priceRow({
        kind: 'statement',
        name: event.s,
        price: event.k.c,
        size: '0',
        sourceAtMs: event.E,
        trade: event.k.L ?? null,
      })
    }
    case undefined:
      return 'bad_shape'
    default:
      return 'other_channel'
  }
}

/**
 * A line of a raw or combined stream. Next to protocol pings, which the socket answers by itself, pings that come as
 * text or JSON are answered in kind.
 */
export function parseBinance(line: string): FeedMessage {
  if (line.trim() === 'ping') return { rows: ['control'], reply: 'pong' }
  const message = parseFields(line)
  if (!message) return only('garbage')
  if ('ping' in message) return { rows: ['control'], reply: JSON.stringify({ pong: message.ping }) }
  if ('error' in message || ('code' in message && 'msg' in message)) {
    return { rows: ['refused'], refusal: JSON.stringify(message.error ?? message).slice(0, 300) }
  }
  if ('result' in message) return only('control')
  const event = 'stream' in message ? message.data : message
  if (!isFields(event)) return only('bad_shape')
  if (event.e === 'serverShutdown') return { rows: ['control'], renew: true }
  return only(rowOf(event))
}
