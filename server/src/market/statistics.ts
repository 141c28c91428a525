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

interface Figures {
  high: number
  low: number
  volume: number
  amount: number
}

/** Figures over the closed minutes of the window; changes once a minute. */
interface Closed extends Figures {
  untilMs: number
  reference: number
}

function addTrade(figures: Figures, price: number, size: number) {
  figures.high = Math.max(figures.high, price)
  figures.low = Math.min(figures.low, price)
  figures.volume += size
  figures.amount += size * price
}

/** The minutes of a day: the one that is open is the last of them. */
const MINUTES = DAY_MS / MINUTE_MS

/**
 * The last minutes by columns, each in its own slot that the minute a day later takes over. As objects they would take
 * three times the memory, and there are 1,440 for each product.
 */
function createMinutes() {
  const column = () => new Float64Array(MINUTES)
  const openAtMs = column().fill(-1)
  const [open, high, low, volume, amount] = [column(), column(), column(), column(), column()]
  let newestMs = -1

  const slotOf = (atMs: number) => (atMs / MINUTE_MS) % MINUTES
  const figuresOf = (slot: number): Figures => ({
    high: high[slot] ?? 0,
    low: low[slot] ?? 0,
    volume: volume[slot] ?? 0,
    amount: amount[slot] ?? 0,
  })

  function keep(slot: number, figures: Figures) {
    high[slot] = figures.high
    low[slot] = figures.low
    volume[slot] = figures.volume
    amount[slot] = figures.amount
  }

  function begin(atMs: number, opening: number, figures: Figures) {
    const slot = slotOf(atMs)
    openAtMs[slot] = atMs
    open[slot] = opening
    keep(slot, figures)
    newestMs = atMs
  }

  return {
    begin,
    /** A trade of a minute that has passed counts for the newest. */
    trade(atMs: number, price: number, size: number) {
      const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
      if (minuteMs > newestMs)
        return begin(minuteMs, price, { high: price, low: price, volume: size, amount: size * price })
      const slot = slotOf(newestMs)
      const figures = figuresOf(slot)
      addTrade(figures, price, size)
      keep(slot, figures)
    },
    /** Figures of the day that ends with the minute `lastMs`; `price` fills in if there was no trade. */
    dayUntil(lastMs: number, price: number): Omit<Closed, 'untilMs'> {
      const sum = { high: price, low: price, volume: 0, amount: 0 }
      let reference: number | undefined
      // The newest minute is a later one if the clocks of two nodes differ.
      for (let atMs = Math.max(lastMs, newestMs) - DAY_MS + MINUTE_MS; atMs <= newestMs; atMs += MINUTE_MS) {
        const slot = slotOf(atMs)
        if (openAtMs[slot] !== atMs) continue
        const figures = figuresOf(slot)
        reference ??= open[slot]
        sum.high = Math.max(sum.high, figures.high)
        sum.low = Math.min(sum.low, figures.low)
        sum.volume += figures.volume
        sum.amount += figures.amount
      }
      return { ...sum, reference: reference ?? price }
    },
  }
}

export type Statistics = ReturnType<typeof createStatistics>

/**
 * The figures of the last 24 hours of one product, by minutes (PRODUCT.md 6.3). Sums and changes are for display;
 * the price itself stays the text of the tick. Numbers here decide nothing.
 */
export function createStatistics(options: {
  symbol: string
  decimals: number
  /** Oldest first. */
  minutes: readonly Minute[]
  /** The newest price known, already part of `minutes` if it is young enough. */
  lastTick?: StatisticsTick
}) {
  const { symbol, decimals } = options
  const minutes = createMinutes()
  for (const { openAtMs, open, high, low, volume, amount } of options.minutes)
    minutes.begin(openAtMs, Number(open), { high: Number(high), low: Number(low), volume, amount })
  let last: StatisticsTick | undefined = options.lastTick
  let closed: Closed | undefined

  function closedAt(nowMs: number, price: number): Closed {
    const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
    if (closed?.untilMs === minuteMs) return closed
    closed = { untilMs: minuteMs, ...minutes.dayUntil(minuteMs, price) }
    return closed
  }

  return {
    add(tick: StatisticsTick) {
      const price = Number(tick.price)
      const size = Number(tick.size)
      minutes.trade(tick.atMs, price, size)
      if (closed) addTrade(closed, price, size)
      last = tick
    },
    /** Undefined until there is a price. */
    quote(nowMs: number): Quote | undefined {
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
