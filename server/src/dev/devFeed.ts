import type { Feed, FeedTick } from '../market/feed'

/** A price source that QA can move: the whole market up or down, silent, or at a standstill. */
export interface DevFeed {
  wrap(feed: Feed): Feed
  /** From now on, prices are the source's times this factor. */
  scale: number
  /** No price comes: the market goes stale. */
  silent: boolean
  /** Each price is the one before it. */
  still: boolean
}

const decimalsOf = (price: string) => price.split('.')[1]?.length ?? 0

function scaled(tick: FeedTick, scale: number): FeedTick {
  if (scale === 1) return tick
  return { ...tick, price: (Number(tick.price) * scale).toFixed(decimalsOf(tick.price)) }
}

export function createDevFeed(): DevFeed {
  const last = new Map<string, string>()
  const moved = (tick: FeedTick): FeedTick => {
    const price = dev.still ? last.get(tick.symbol) : undefined
    const shown = price === undefined ? scaled(tick, dev.scale) : { ...tick, price }
    last.set(tick.symbol, shown.price)
    return shown
  }
  const dev: DevFeed = {
    scale: 1,
    silent: false,
    still: false,
    wrap: (feed) => ({ ...feed, start: (onTick) => feed.start((tick) => !dev.silent && onTick(moved(tick))) }),
  }
  return dev
}
