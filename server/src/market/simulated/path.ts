import { type PriceModel, stepPrice } from '../demoModel'
import type { Random } from '../random'

/** What a product begins with, and how it moves. */
export interface PathStart {
  atMs: number
  /** Decimal string with `decimals` digits. */
  price: string
  decimals: number
  model: PriceModel
}

export interface PathTick {
  atMs: number
  price: string
  size: string
}

/** A simulated source, too, goes quiet now and then: on average every ten minutes, for up to three seconds. */
const GAP_EVERY_MS = 600_000
const GAP_MAX_MS = 3_000

const within = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

function waitMs(random: Random, { tickEveryMs }: PriceModel): number {
  const share = random.uniform()
  const isGap = random.uniform() < tickEveryMs / GAP_EVERY_MS
  const gap = random.uniform() * GAP_MAX_MS
  return 1 + Math.floor(tickEveryMs * (0.25 + 2.25 * share * share) + (isGap ? gap : 0))
}

/** The ticks of a product from an instant on, in order and without an end; the same for the same random numbers. */
export function* pricePath(random: Random, start: PathStart): Generator<PathTick, never> {
  const { model, decimals } = start
  const smallest = Number(`1e-${decimals}`)
  let price = Number(start.price)
  // Slow-moving factor on volatility and volume: busy and calm stretches.
  let regime = within(0.4, 1 + 0.35 * random.normal(), 3)
  for (let lastMs = start.atMs; ; ) {
    const atMs = lastMs + waitMs(random, model)
    regime = within(0.4, regime + 0.02 * regime * random.normal() + 0.004 * (1 - regime), 3)
    price = Math.max(stepPrice(price, model, atMs - lastMs, random.normal(), regime), smallest)
    const share = random.uniform()
    yield { atMs, price: price.toFixed(decimals), size: (model.size * regime * 3 * share * share).toFixed(4) }
    lastMs = atMs
  }
}
