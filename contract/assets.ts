import Type from 'typebox'
import { closed, type Infer, Instant, MoneyText, nullable } from './common'

/** The line on home: a point each `ASSETS_STEP_HOURS`, by the clock of UTC, over the last seven days. */
export const ASSETS_STEP_HOURS = 6
export const ASSETS_POINTS = (7 * 24) / ASSETS_STEP_HOURS

/** GET /assets-week: all that the user owned over the last week, as in the total of GET /me; its present value is not in it. */
export const AssetsWeek = closed({
  /** Time of the first total; the others follow `ASSETS_STEP_HOURS` apart. */
  from: Instant,
  /** Oldest first; null before the first movement of money. */
  totals: Type.Array(nullable(MoneyText), { maxItems: ASSETS_POINTS }),
})
export type AssetsWeek = Infer<typeof AssetsWeek>
