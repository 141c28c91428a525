import type { Feed, FeedTick } from '../market/feed'

/** A price source that QA can move: the whole market up or down, or silent. */
export interface DevFeed {
  wrap(feed: Feed): Feed
  /** From now on prices are this many times those of the source. */
  scale: number
  /** No price comes: the market goes stale. */
  silent: boolean
}

const decimalsOf = (price: string) => price.split('.')[1]?.length ?? 0

export function createDevFeed(): DevFeed {
  const dev: DevFeed = {
    scale: 1,
    silent: false,
    wrap: (feed) => ({
      ...feed,
      start: (onTick) => feed.start((tick: FeedTick) => !dev.silent && onTick(scaled(tick, dev.scale))),
    }),
  }
  return dev
}

function scaled(tick: FeedTick, scale: number): FeedTick {
  if (scale === 1) return tick
  return { ...tick, price: (Number(tick.price) * scale).toFixed(decimalsOf(tick.price)) }
}
