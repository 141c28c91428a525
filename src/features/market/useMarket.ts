import { useEffect } from 'react'
import { useReload } from '../../connected/useReload'
import { useLocale } from '../../i18n'
import { usePageShown } from '../../platform/usePageShown'
import { everyWhileVisible } from '../../platform/whileVisible'
import { useStores } from '../../stores/StoresContext'

/** Sparklines and opening times change slowly; prices come by the stream. */
const REFRESH_MS = 60_000

/** Keeps the list of products loaded while the page is shown. */
export function useMarket(): void {
  const { market } = useStores()
  const shown = usePageShown()
  const locale = useLocale()
  // Names are in the language of the request, so a change of language loads the list again.
  useReload(() => market.loadList(locale), { on: [locale] })
  useEffect(() => {
    if (!shown) return
    return everyWhileVisible(REFRESH_MS, () => void market.list.load())
  }, [market, shown])
}
