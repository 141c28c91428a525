import type { Product } from '../../../contract/market'

/** Seconds of silence are ordinary; with less, almost any order could be void, and with more, an old price could decide. */
const LIMIT_MS = { least: 2_000, most: 60_000 }
/** With more, the house could choose among older prices. */
const LAG_MS_MOST = 10_000

/**
 * Whether a product's time limits are such that this app places orders under them. The service names them itself, maybe to one
 * user alone, so the app has its own bounds.
 */
export const areLimitsUsual = ({
  entryTimeoutMs,
  staleAfterMs,
  sourceLagMs,
}: Pick<Product, 'entryTimeoutMs' | 'staleAfterMs' | 'sourceLagMs'>): boolean =>
  [entryTimeoutMs, staleAfterMs].every((limit) => limit >= LIMIT_MS.least && limit <= LIMIT_MS.most) &&
  sourceLagMs <= LAG_MS_MOST
