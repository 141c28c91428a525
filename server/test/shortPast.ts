import type { SimulatedPast } from '../src/market/backfill'
import { DAY_MS, HOUR_MS } from '../src/shared/time'

/** A made-up past of a dozen days: of the full one, with 5,600 candles a product, a start takes two seconds of a core. */
export const SHORT_PAST: SimulatedPast = [
  ['1m', HOUR_MS],
  ['5m', DAY_MS],
  ['1h', 3 * DAY_MS],
  ['1d', 10 * DAY_MS],
]
