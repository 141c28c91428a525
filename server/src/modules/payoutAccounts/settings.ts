import type { Funds } from '../../shared/settings'

export interface PayoutAccountSettings {
  /** A payout account that was bound or changed can't be paid to for so long; 0 with demo funds. */
  restMs: number
}

/** PRODUCT.md 12.4: with live funds only. */
export const payoutAccountSettings = (funds: Funds): PayoutAccountSettings => ({
  restMs: funds === 'live' ? 24 * 3_600_000 : 0,
})
