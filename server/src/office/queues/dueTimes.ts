import { HOUR_MS } from '../../shared/time'

/** PRODUCT.md 20.4: somebody should have looked by then. A withdrawal is due when its user was told to expect it. */
export const DEPOSIT_DUE_MS = 12 * HOUR_MS
