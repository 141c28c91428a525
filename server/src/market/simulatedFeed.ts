import type { Clock } from '../shared/clock'
import { createLoop } from '../shared/loop'
import { currentState } from './calendar'
import { modelOf, type PriceModel, stepPrice } from './demoModel'
import type { Feed, FeedProduct, FeedTick } from './feed'
import { createRandom, type Random } from './random'

const SIMULATED = 'simulated'
const POLL_MS = 50
/** A simulated source, too, goes quiet now and then: on average every ten minutes, for up to three seconds. */
const GAP_EVERY_MS = 600_000
const GAP_MAX_MS = 3_000
/** After a pause of the process the walk continues from here, it does not replay what nobody could have seen. */
const CATCH_UP_MAX_MS = 1_000

interface Walk {
  product: FeedProduct
  model: PriceModel
  random: Random
  price: number
  /** Slow-moving factor on volatility and volume: busy and calm stretches. */
  regime: number
  lastAtMs: number
  nextAtMs: number
  sequence: number
}

function scheduleNext(walk: Walk, fromMs: number) {
  const { random, model } = walk
  const wait = 0.25 * model.tickEveryMs + random.exponential(0.75 * model.tickEveryMs)
  const gap = random.uniform() < model.tickEveryMs / GAP_EVERY_MS ? random.uniform() * GAP_MAX_MS : 0
  walk.nextAtMs = fromMs + Math.min(wait, 4 * model.tickEveryMs) + gap
}

function tickOf(walk: Walk, now: number): FeedTick {
  const { random, model, product } = walk
  const dtMs = Math.max(1, walk.nextAtMs - walk.lastAtMs)
  walk.regime = Math.min(
    3,
    Math.max(0.4, walk.regime * Math.exp(0.02 * random.normal() - 0.004 * Math.log(walk.regime))),
  )
  walk.price = stepPrice(walk.price, model, dtMs, random.normal(), walk.regime)
  walk.lastAtMs = walk.nextAtMs
  const size = model.size * walk.regime * random.exponential(1)
  walk.sequence += 1
  return {
    symbol: product.symbol,
    price: Math.max(walk.price, 10 ** -product.decimals).toFixed(product.decimals),
    size: size.toFixed(4),
    source: SIMULATED,
    sourceAtMs: Math.floor(walk.nextAtMs),
    receivedAtMs: now,
    sequence: walk.sequence,
  }
}

/** Of all products; undefined before the first tick. */
function newestMs(walks: readonly Walk[]): number | undefined {
  const ticked = walks.filter((walk) => walk.sequence > 0)
  return ticked.length > 0 ? Math.floor(Math.max(...ticked.map((walk) => walk.lastAtMs))) : undefined
}

/** Emits everything that was due up to `now`. */
function advance(walk: Walk, now: number, onTick: (tick: FeedTick) => void) {
  const isOpen = currentState(walk.product.calendar, now).status === 'open'
  if (!isOpen || walk.nextAtMs < now - CATCH_UP_MAX_MS) {
    walk.lastAtMs = now
    if (walk.nextAtMs < now) scheduleNext(walk, now)
    return
  }
  while (walk.nextAtMs <= now) {
    onTick(tickOf(walk, now))
    scheduleNext(walk, walk.nextAtMs)
  }
}

/** A made-up market: seeded, and with the same clock the same every time. */
export function createSimulatedFeed(options: { clock: Clock; products: FeedProduct[]; seed: string }): Feed {
  const { clock, seed } = options
  const startAtMs = clock.now()
  const walks = options.products.map((product): Walk => {
    const price = Number(product.lastPrice)
    const random = createRandom(`${seed}:${product.symbol}`)
    const walk: Walk = {
      product,
      model: modelOf(product.symbol, price),
      random,
      price,
      regime: 1,
      lastAtMs: startAtMs,
      nextAtMs: startAtMs,
      sequence: 0,
    }
    walk.nextAtMs = startAtMs + random.uniform() * walk.model.tickEveryMs
    return walk
  })
  let deliver: (tick: FeedTick) => void = () => undefined
  const walking = createLoop({
    clock,
    everyMs: POLL_MS,
    restFirst: true,
    turn() {
      const now = clock.now()
      for (const walk of walks) advance(walk, now, deliver)
    },
    // Arithmetic does not fail; a mistake in it must not pass unseen.
    failed(error) {
      throw error
    },
  })
  return {
    name: SIMULATED,
    start(onTick) {
      deliver = onTick
      walking.start()
    },
    stop: walking.stop,
    // It has no connection to lose; before its first tick it is as good as after it.
    states: () => [{ source: SIMULATED, status: 'connected', lastTickAtMs: newestMs(walks) }],
  }
}
