import type { Quote } from '../../../contract/market'
import { useStores } from '../../stores/StoresContext'

/** The newest quote of a product; an observer that calls this renders again with each of its ticks. */
export function useQuote(symbol: string): Quote | undefined {
  return useStores().market.quoteOf(symbol)
}
