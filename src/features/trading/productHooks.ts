import { computed } from 'mobx'
import { useEffect, useMemo } from 'react'
import type { Product, ProductSummary, Quote } from '../../../contract/market'
import { useServerClock } from '../../connected/useServerNow'
import { pageUrl } from '../../platform/navigation'
import { useShare } from '../../platform/useShare'
import { useStores } from '../../stores/StoresContext'

/** The newest quote of a product; an observer that calls this renders again with each of its ticks. */
export function useQuote(symbol: string): Quote | undefined {
  return useStores().market.quoteOf(symbol)
}

/**
 * The product of an address; of one that names none, the first recommended one. Empty until the list is there. For
 * observers.
 */
export function useProductOfAddress(asked: string): string {
  const { market } = useStores()
  useEffect(() => {
    if (asked === '') void market.list.load()
  }, [market, asked])
  return asked || (market.recommended[0]?.symbol ?? '')
}

/** A product's name: the title of its page, and of the card as which WeChat's own menu shares that. For observers. */
export function useProductTitle(symbol: string): string {
  const title = useStores().market.nameOf(symbol)
  useShare({ title, url: pageUrl('/pages/Detail/Detail', { symbol }) })
  return title
}

/**
 * Whole seconds since the last price, once that is too old to trade on; undefined while prices are fresh, and for a
 * `ProductSummary`, which does not say when a price is too old, and for a product that is not loaded. For observers, which
 * render when it changes and not with each tick.
 */
export function useStale(product: Product | ProductSummary | undefined): number | undefined {
  const { market } = useStores()
  const clock = useServerClock(1_000)
  const seconds = useMemo(() => {
    const read = () => {
      if (product?.status !== 'open' || !('staleAfterMs' in product)) return undefined
      const quote = market.quoteOf(product.symbol)
      if (!quote) return undefined
      const ageMs = clock.get() - quote.at
      return ageMs > product.staleAfterMs ? Math.floor(ageMs / 1000) : undefined
    }
    return computed(read)
  }, [market, clock, product])
  return seconds.get()
}

/** Whether its last price is too old; looked at only while `asked`, so that nothing is drawn again for it otherwise. */
export function useIsStale(product: Product, asked: boolean): boolean {
  const { market } = useStores()
  const clock = useServerClock(1_000)
  const isStale = useMemo(
    () => computed(() => asked && market.freshPriceOf(product.symbol, clock.get()) === undefined),
    [market, clock, product, asked],
  )
  return isStale.get()
}
