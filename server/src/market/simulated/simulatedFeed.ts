import type { Clock } from '../../shared/clock'
import { createLoop } from '../../shared/loop'
import { currentState } from '../calendar'
import { modelOf } from '../demoModel'
import type { Feed, FeedProduct, FeedTick } from '../feed'
import { createRandom, type Random } from '../random'
import { type PathTick, pricePath } from './path'

const SIMULATED = 'simulated'
const POLL_MS = 50
/** A tick older than this is not published any more: after a pause of the process the present counts. */
const CATCH_UP_MAX_MS = 1_000

interface Walk {
  product: FeedProduct
  random: Random
  path: Iterator<PathTick, never>
  next: PathTick
  lastAtMs: number | undefined
  sequence: number
}

function tickOf(walk: Walk, { atMs, price, size }: PathTick, now: number): FeedTick {
  walk.sequence += 1
  walk.lastAtMs = atMs
  const { symbol } = walk.product
  return { symbol, price, size, source: SIMULATED, sourceAtMs: atMs, receivedAtMs: now, sequence: walk.sequence }
}

/** The way of a product from an instant and a price on. */
function pathFrom(random: Random, { symbol, decimals, lastPrice }: FeedProduct, atMs: number, price: string) {
  const path = pricePath(random, { atMs, price, decimals, model: modelOf(symbol, Number(lastPrice)) })
  return { path, next: path.next().value }
}

export interface SimulatedFeedDeps {
  clock: Clock
  products: readonly FeedProduct[]
  /** The same seed and clock give the same market. */
  seed: string
}

/** A market of its own making: whoever runs the server can know its prices beforehand, so it is for play money only. */
export function createSimulatedFeed({ clock, products, seed }: SimulatedFeedDeps): Feed {
  let walks: Walk[] = []
  let deliver: (tick: FeedTick) => void = () => undefined

  /** Tells everything that was due up to `now`. */
  function advance(walk: Walk, now: number) {
    const { product } = walk
    if (walk.next.atMs < now - CATCH_UP_MAX_MS)
      Object.assign(walk, pathFrom(walk.random, product, now, walk.next.price))
    for (; walk.next.atMs <= now; walk.next = walk.path.next().value)
      if (currentState(product.calendar, walk.next.atMs).status === 'open') deliver(tickOf(walk, walk.next, now))
  }

  const walking = createLoop({
    clock,
    everyMs: POLL_MS,
    restFirst: true,
    turn() {
      const now = clock.now()
      for (const walk of walks) advance(walk, now)
    },
    // Arithmetic does not fail; a mistake in it must not pass unseen.
    failed(error) {
      throw error
    },
  })
  const newestMs = () => {
    const ticked = walks.flatMap(({ lastAtMs }) => lastAtMs ?? [])
    return ticked.length > 0 ? Math.max(...ticked) : undefined
  }
  return {
    name: SIMULATED,
    start(onTick) {
      deliver = onTick
      walks = products.map((product) => {
        const random = createRandom(`${seed}:${product.symbol}`)
        const path = pathFrom(random, product, clock.now(), product.lastPrice)
        return { product, random, ...path, lastAtMs: undefined, sequence: 0 }
      })
      walking.start()
    },
    stop: walking.stop,
    // It has no connection to lose; before its first tick it is as good as after it.
    states: () => [{ source: SIMULATED, status: 'connected', lastTickAtMs: newestMs(), missing: [] }],
  }
}
