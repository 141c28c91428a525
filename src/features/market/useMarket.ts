import { useEffect } from 'react'
import { useReload } from '../../connected/useReload'
import { useLocale } from '../../i18n'
import { usePageShown } from '../../platform/usePageShown'
import { useStores } from '../../stores/StoresContext'

/** Sparklines and opening times change slowly; prices come by the stream. */
const REFRESH_MS = 60_000
/** The stream takes at most this many. */
const WATCHED_MAX = 100

/** Keeps the list of products loaded, and live prices of `symbols` coming, while the page is shown. */
export function useMarket(symbols: readonly string[]): void {
  const { market } = useStores()
  const shown = usePageShown()
  const locale = useLocale()
  // Names are in the language of the request, so a change of language loads the list again.
  useReload(() => market.loadList(locale), { on: [locale] })
  useEffect(() => {
    if (!shown) return
    const timer = setInterval(() => void market.list.load(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [market, shown])
  useWatched(symbols)
}

/** Keeps live prices of `symbols` coming while the page is shown. */
export function useWatched(symbols: readonly string[]): void {
  const { market } = useStores()
  const shown = usePageShown()
  const key = symbols.slice(0, WATCHED_MAX).join(',')
  useEffect(() => {
    if (shown && key !== '') return market.watch(key.split(','))
  }, [market, shown, key])
}
