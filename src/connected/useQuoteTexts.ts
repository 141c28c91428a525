import { computed } from 'mobx'
import { useMemo } from 'react'
import type { Quote } from '../../contract/market'
import { useFormat } from '../i18n/format'
import type { Format } from '../i18n/numbers'
import { useStores } from '../stores/StoresContext'

/** Texts of a quote that most of its ticks leave as they are: an observer renders only when one of them changes. */
export function useQuoteTexts(
  symbol: string,
  textsOf: (quote: Quote, format: Format) => string[],
): string[] | undefined {
  const format = useFormat()
  const { market } = useStores()
  const texts = useMemo(() => {
    const read = () => {
      const quote = market.quoteOf(symbol)
      return quote && textsOf(quote, format)
    }
    return computed(read, { equals: (a, b) => String(a) === String(b) })
  }, [market, symbol, textsOf, format])
  return texts.get()
}
