import type { Quote } from '../../../contract/market'
import type { BusTick } from '../shared/bus'
import type { Minute } from './candles'
import type { ProductRecord } from './products'
import { createStatistics, type Statistics, type StatisticsTick } from './statistics'

/** The newest price and the 24-hour figures of every product, in memory. */
export type QuoteBoard = ReturnType<typeof createQuoteBoard>

export function createQuoteBoard() {
  const figures = new Map<string, Statistics>()
  const lastTicks = new Map<string, number>()
  return {
    setProducts(
      products: readonly ProductRecord[],
      minutes: readonly Minute[],
      newest: readonly (StatisticsTick & { productId: number })[],
    ) {
      const byProduct = Map.groupBy(minutes, (minute) => minute.productId)
      const lastOf = new Map(newest.map((tick) => [tick.productId, tick]))
      for (const { id, symbol, decimals } of products) {
        if (figures.has(symbol)) continue
        const lastTick = lastOf.get(id)
        const own = { symbol, decimals, minutes: byProduct.get(id) ?? [], ...(lastTick && { lastTick }) }
        figures.set(symbol, createStatistics(own))
      }
    },
    apply(ticks: readonly BusTick[]) {
      for (const tick of ticks) {
        figures.get(tick.symbol)?.add(tick)
        lastTicks.set(tick.symbol, tick.atMs)
      }
    },
    quote: (symbol: string, nowMs: number): Quote | undefined => figures.get(symbol)?.quote(nowMs),
    /** Time of the newest tick of the log; undefined before the first. */
    lastTickAt: (symbol: string): number | undefined => lastTicks.get(symbol),
    noteLastTick(symbol: string, atMs: number) {
      if (atMs > 0) lastTicks.set(symbol, atMs)
    },
  }
}
