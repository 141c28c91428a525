import type { FeedTick, SourceState } from '../feed'

/** One origin of prices among those that a feed may have. */
export interface PriceSource {
  /** As written on each tick. */
  readonly name: string
  /** Symbols of the products that it prices. */
  readonly symbols: readonly string[]
  start(onTick: (tick: FeedTick) => void): void
  stop(): Promise<void>
  state(): SourceState
}
