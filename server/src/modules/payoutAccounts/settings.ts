import type { Funds } from '../../shared/settings'
import { DAY_MS } from '../../shared/time'

export interface PayoutAccountSettings {
  /** How long a new or changed payout account cannot be paid to; 0 with demo funds. */
  restMs: number
}

/** PRODUCT.md 12.4: with live funds only. */
export const payoutAccountSettings = (funds: Funds): PayoutAccountSettings => ({
  restMs: funds === 'live' ? 3 * DAY_MS : 0,
})
