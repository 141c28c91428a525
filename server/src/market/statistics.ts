import type { Quote } from '../../../contract/market'
import { DAY_MS, MINUTE_MS } from '../shared/time'
import type { Minute } from './candles'

/** A tick as the figures need it. */
export interface StatisticsTick {
  sequence: number
  atMs: number
  price: string
  size: string
}

export interface Statistics {
  add(tick: StatisticsTick): void
  /** Undefined until there is a price. */
  quote(nowMs: number): Quote | undefined
}

interface Bucket {
  openAtMs: number
  open: number
  high: number
  low: number
  volume: number
  amount: number
}

/** High, low and sums over the closed minutes of the window; changes once a minute. */
interface Closed {
  untilMs: number
  high: number
  low: number
  volume: number
  amount: number
  reference: number
}

function summarise(buckets: readonly Bucket[], fallback: number): Omit<Closed, 'untilMs'> {
  const first = buckets[0]
  const sum = { high: fallback, low: fallback, volume: 0, amount: 0, reference: first?.open ?? fallback }
  for (const bucket of buckets) {
    sum.high = Math.max(sum.high, bucket.high)
    sum.low = Math.min(sum.low, bucket.low)
    sum.volume += bucket.volume
    sum.amount += bucket.amount
  }
  return sum
}

const bucketOf = (minute: Minute): Bucket => ({
  openAtMs: minute.openAtMs,
  open: Number(minute.open),
  high: Number(minute.high),
  low: Number(minute.low),
  volume: minute.volume,
  amount: minute.amount,
})

function addTrade(figures: Omit<Bucket, 'openAtMs' | 'open'>, price: number, size: number) {
  figures.high = Math.max(figures.high, price)
  figures.low = Math.min(figures.low, price)
  figures.volume += size
  figures.amount += size * price
}

/**
 * The figures of the last 24 hours of one product, by minutes (PRODUCT.md 6.3). Sums and changes are for display;
 * the price itself stays the text of the tick. Numbers here decide nothing.
 */
export function createStatistics(options: {
  symbol: string
  decimals: number
  minutes: Minute[]
  /** The newest price known, already part of `minutes` where it is young enough. */
  lastTick?: StatisticsTick
}): Statistics {
  const { symbol, decimals } = options
  const buckets = options.minutes.map(bucketOf)
  let last: StatisticsTick | undefined = options.lastTick
  let closed: Closed | undefined

  function closedAt(nowMs: number, price: number): Closed {
    const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
    if (closed?.untilMs === minuteMs) return closed
    const fromMs = nowMs - DAY_MS
    const stale = buckets.findIndex((bucket) => bucket.openAtMs >= fromMs)
    buckets.splice(0, stale < 0 ? buckets.length : stale)
    closed = { untilMs: minuteMs, ...summarise(buckets, price) }
    return closed
  }

  return {
    add(tick) {
      const price = Number(tick.price)
      const size = Number(tick.size)
      const openAtMs = Math.floor(tick.atMs / MINUTE_MS) * MINUTE_MS
      const bucket = buckets.at(-1)
      if (bucket && bucket.openAtMs >= openAtMs) addTrade(bucket, price, size)
      else buckets.push({ openAtMs, open: price, high: price, low: price, volume: size, amount: size * price })
      if (closed) addTrade(closed, price, size)
      last = tick
    },
    quote(nowMs) {
      if (!last) return undefined
      const price = Number(last.price)
      const day = closedAt(nowMs, price)
      const change = price - day.reference
      return {
        symbol,
        price: last.price,
        sequence: last.sequence,
        at: last.atMs,
        change24h: change.toFixed(decimals).replace(/^-(0(\.0*)?)$/, '$1'),
        changeRate24hBp: Math.round((change / day.reference) * 10_000) || 0,
        high24h: day.high.toFixed(decimals),
        low24h: day.low.toFixed(decimals),
        volume24h: day.volume.toFixed(2),
        amount24h: day.amount.toFixed(2),
      }
    },
  }
}
