import type { FeedTick } from '../feed'

/** How long a held tick waits for its confirmation. */
const CONFIRM_WITHIN_MS = 5_000

export interface Verdict {
  /** To pass on, in this order. */
  release: readonly FeedTick[]
  /** Ticks that nothing confirmed. */
  drop: readonly FeedTick[]
  /** Whether the tick itself waits now. */
  held: boolean
}

const NOTHING: readonly FeedTick[] = []
const QUIET: Verdict = { release: NOTHING, drop: NOTHING, held: false }

export type SpikeFilter = ReturnType<typeof createSpikeFilter>

/**
 * Holds back, and never alters, a tick that is further from the one before it than the product allows, until a second
 * tick or a second source says the same. A print in error is gone with the next good price; a real jump is one tick
 * late.
 * @param limitOf basis points for a product; 0 lets everything pass
 */
export function createSpikeFilter(limitOf: (symbol: string, source: string) => number) {
  /** The last price that was passed on. */
  const passed = new Map<string, number>()
  const held = new Map<string, FeedTick>()

  const near = ({ symbol, source }: FeedTick, price: number, reference: number) =>
    Math.abs(price - reference) * 10_000 <= limitOf(symbol, source) * reference

  function pass(tick: FeedTick, release: readonly FeedTick[], drop: readonly FeedTick[]): Verdict {
    held.delete(tick.symbol)
    passed.set(tick.symbol, Number(tick.price))
    return { release, drop, held: false }
  }

  return {
    /** A tick that would be passed on. */
    offer(tick: FeedTick): Verdict {
      const { symbol, source } = tick
      const price = Number(tick.price)
      const reference = passed.get(symbol)
      const waiting = held.get(symbol)
      if (limitOf(symbol, source) === 0 || reference === undefined) return pass(tick, [tick], NOTHING)
      if (near(tick, price, reference)) return pass(tick, [tick], waiting ? [waiting] : NOTHING)
      if (waiting && near(tick, price, Number(waiting.price))) {
        // One that waited too long confirms a jump, but is no current price.
        const late = tick.receivedAtMs - waiting.receivedAtMs > CONFIRM_WITHIN_MS
        return late ? pass(tick, [tick], [waiting]) : pass(tick, [waiting, tick], NOTHING)
      }
      held.set(symbol, tick)
      return { release: NOTHING, drop: waiting ? [waiting] : NOTHING, held: true }
    },
    /** A tick of another source, which is not passed on: it may confirm a held tick. */
    hear(tick: FeedTick): Verdict {
      const waiting = held.get(tick.symbol)
      if (!waiting || waiting.source === tick.source) return QUIET
      if (tick.receivedAtMs - waiting.receivedAtMs > CONFIRM_WITHIN_MS) {
        held.delete(tick.symbol)
        return { release: NOTHING, drop: [waiting], held: false }
      }
      if (!near(tick, Number(tick.price), Number(waiting.price))) return QUIET
      return pass(waiting, [waiting], NOTHING)
    },
    /** Ticks still held when the feed ends. */
    rest(): FeedTick[] {
      const ticks = [...held.values()]
      held.clear()
      return ticks
    },
  }
}
