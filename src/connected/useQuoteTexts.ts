import { computed, untracked } from 'mobx'
import { useMemo } from 'react'
import type { Quote } from '../../contract/market'
import { useFormat } from '../i18n/format'
import type { Format } from '../i18n/numbers'
import { useStores } from '../stores/StoresContext'

/** Texts of a quote that most of its ticks leave as they are: an observer renders when one changes, while it is `live`. */
export function useQuoteTexts(
  symbol: string,
  textsOf: (quote: Quote, format: Format) => string[],
  live = true,
): string[] | undefined {
  const format = useFormat()
  const { market } = useStores()
  const texts = useMemo(() => {
    const ofQuote = () => {
      const quote = market.quoteOf(symbol)
      return quote && textsOf(quote, format)
    }
    return computed(ofQuote, { equals: (a, b) => String(a) === String(b) })
  }, [market, symbol, textsOf, format])
  const read = () => texts.get()
  return live ? read() : untracked(read)
}
