import type { Clock } from '../../shared/clock'
import type { Feed, FeedTick } from '../feed'
import { createJumpFilter, type JumpFilter } from './jumps'
import type { FeedTally } from './metrics'
import type { PriceSource } from './source'

export interface DeskOptions {
  /** Of the whole feed, as users see it. */
  name: string
  /** The most wanted first. */
  sources: readonly PriceSource[]
  /** A source that gave nothing for a product for this long loses it to the next. */
  failoverMs: number
  /** A more wanted source takes a product back after it has ticked for this long without such a pause. */
  recoveryMs: number
  /** Basis points for a product, 0 for no limit. */
  jumpLimitOf: (symbol: string) => number
  clock: Clock
  tally: FeedTally
}

/** Who prices one product at present, and how its sources are doing; by place in the product's list. */
interface Post {
  sources: string[]
  active: number
  heardAtMs: number[]
  /** Since when each has ticked without a pause. */
  steadySinceMs: number[]
}

/** Whether the source at `place` prices the product from now on, given that it has just ticked. */
function isChosen(post: Post, place: number, nowMs: number, options: DeskOptions): boolean {
  const { failoverMs, recoveryMs } = options
  const alive = (other: number) => nowMs - (post.heardAtMs[other] ?? 0) <= failoverMs
  if (nowMs - (post.heardAtMs[place] ?? 0) > failoverMs) post.steadySinceMs[place] = nowMs
  post.heardAtMs[place] = nowMs
  if (place === post.active) return true
  const wanted = place < post.active
  const steady = nowMs - (post.steadySinceMs[place] ?? nowMs) >= recoveryMs
  if (alive(post.active) && !(wanted && steady)) return false
  // Between two that could take over, the more wanted one does.
  for (let other = 0; other < place; other++) if (other !== post.active && alive(other)) return false
  post.active = place
  return true
}

/**
 * Several sources as one feed: each product is priced by one source at a time, the others stand by and confirm its
 * jumps. Every tick that leaves here is as its source gave it.
 */
export function createDesk(options: DeskOptions): Feed {
  const { sources, clock, tally } = options
  const posts = new Map<string, Post>()
  const jumps: JumpFilter = createJumpFilter(options.jumpLimitOf)
  let deliver: (tick: FeedTick) => void = () => undefined

  function openPosts() {
    const now = clock.now()
    for (const source of sources) {
      for (const symbol of source.symbols) {
        const post = posts.get(symbol) ?? { sources: [], active: 0, heardAtMs: [], steadySinceMs: [] }
        post.sources.push(source.name)
        // The first source gets its chance to connect before another takes over.
        post.heardAtMs.push(post.sources.length === 1 ? now : Number.NEGATIVE_INFINITY)
        post.steadySinceMs.push(now)
        posts.set(symbol, post)
      }
    }
  }

  function onTick(tick: FeedTick) {
    const post = posts.get(tick.symbol)
    const place = post?.sources.indexOf(tick.source) ?? -1
    if (!post || place < 0) return tally.count(tick.source, 'unknown_symbol')
    const chosen = isChosen(post, place, tick.receivedAtMs, options)
    const { release, drop, parked } = chosen ? jumps.offer(tick) : jumps.hear(tick)
    if (!chosen) tally.count(tick.source, 'standby')
    if (parked) tally.parked(tick.source, 1)
    for (const each of drop) tally.count(each.source, 'jump_unconfirmed')
    for (const each of release) {
      tally.count(each.source, 'accepted')
      deliver(each)
    }
  }

  return {
    name: options.name,
    start(take) {
      deliver = take
      openPosts()
      for (const source of sources) source.start(onTick)
    },
    async stop() {
      await Promise.all(sources.map((source) => source.stop()))
      for (const each of jumps.rest()) tally.count(each.source, 'jump_unconfirmed')
    },
    states: () => sources.map((source) => source.state()),
  }
}
