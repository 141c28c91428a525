import type { Product } from '../../../contract/market'
import { useServerNow } from '../../ui/useServerNow'
import { useQuote } from './useQuote'

/** Whole seconds since the last price, once that is too old to trade on; undefined while prices are fresh. */
export function useStale(product: Product): number | undefined {
  const now = useServerNow(1_000)
  const quote = useQuote(product.symbol)
  if (product.status !== 'open' || !quote) return undefined
  const ageMs = now - quote.at
  return ageMs > product.staleAfterMs ? Math.floor(ageMs / 1000) : undefined
}
