import { CLOCK_TOLERANCE_MS } from '../../proof/time'

/**
 * How much older at their source prices are than the house lets them be, by its own settings in the log feeds. An honest house has such
 * prices for a moment, e.g. after a node with another clock took over; one that sells old prices has them all the time.
 */
export class Lags {
  private readonly found = new Map<string, { count: number; mostMs: number }>()

  /** @param limits what `skewMs` is today, by product */
  constructor(private readonly limits: Map<string, number>) {}

  toJSON(): [string, number][] {
    return [...this.limits]
  }

  /** Takes the setting from an entry of the log feeds. */
  takeEntry(text: string): void {
    const [, , , kind, symbol = '', , , skewMs = '-'] = text.split('|')
    if (kind !== 'settings') return
    if (skewMs === '-') this.limits.delete(symbol)
    else this.limits.set(symbol, Number(skewMs))
  }

  /** Takes how much older a price was at its source. */
  take(symbol: string, lagMs: number): void {
    const limit = this.limits.get(symbol)
    if (limit === undefined || lagMs <= limit + CLOCK_TOLERANCE_MS) return
    const { count, mostMs } = this.found.get(symbol) ?? { count: 0, mostMs: 0 }
    this.found.set(symbol, { count: count + 1, mostMs: Math.max(mostMs, lagMs) })
  }

  /** What to note of a look. */
  notes(): string[] {
    return [...this.found].map(([symbol, { count, mostMs }]) => {
      const [most, limit] = [mostMs, this.limits.get(symbol) ?? 0].map((ms) => Math.round(ms / 1_000))
      return `${count} prices of ${symbol} were older at their source than the ${limit} s that the house allows, by up to ${most} s`
    })
  }
}
