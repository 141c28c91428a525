/** Maps prices to heights, in CSS pixels from the top. */
export interface PriceScale {
  readonly low: number
  readonly high: number
  yOf(price: number): number
  priceAt(y: number): number
}

/** `low` at `bottom`, `high` at `top`. Equal prices get room on both sides. */
export function createPriceScale(low: number, high: number, top: number, bottom: number): PriceScale {
  const room = high > low ? 0 : Math.abs(high) * 0.001 || 1
  const least = low - room
  const most = high + room
  const perPixel = (most - least) / Math.max(1, bottom - top)
  return {
    low: least,
    high: most,
    yOf: (price) => bottom - (price - least) / perPixel,
    priceAt: (y) => least + (bottom - y) * perPixel,
  }
}

/** Round steps, in units of a power of ten. */
const NICE = [1, 2, 2.5, 5, 10]

/**
 * At most `maxCount` + 1 round prices between `low` and `high`, none closer than `minStep` (the last decimal that the
 * product has). Multiples are made from whole numbers, so that 0.3 does not become 0.30000000000000004.
 */
export function niceTicks(low: number, high: number, maxCount: number, minStep = 0): number[] {
  if (!(high > low) || maxCount < 1) return []
  const rough = Math.max((high - low) / maxCount, minStep)
  const power = 10 ** Math.floor(Math.log10(rough))
  // 2.5 would need one decimal more than the product may have.
  const isFine = rough / power > 1 && power <= minStep
  const step = power * (NICE.find((nice) => nice * power >= rough * (1 - 1e-9) && !(isFine && nice === 2.5)) ?? 10)
  const ticks: number[] = []
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high * (1 + 1e-12) && ticks.length < maxCount + 1; n++) {
    ticks.push(Number((n * step).toPrecision(15)))
  }
  return ticks
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TIME_STEPS = [1, 5, 10, 15, 30, 60, 120, 240, 360, 720].map((minutes) => minutes * MINUTE)
const DAY_STEPS = [1, 2, 7, 14, 30, 90, 180, 365].map((days) => days * DAY)

/** The shortest round time that `barsPerLabel` bars of `intervalMs` do not exceed; a year at most. */
export function timeStepMs(intervalMs: number, barsPerLabel: number): number {
  const wanted = intervalMs * barsPerLabel
  return [...TIME_STEPS, ...DAY_STEPS].find((step) => step >= wanted) ?? 365 * DAY
}
