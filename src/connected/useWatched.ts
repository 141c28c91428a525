import { useEffect } from 'react'
import { usePageShown } from '../platform/usePageShown'
import { useStores } from '../stores/StoresContext'

/** Keeps live prices of these products coming while the page is shown. */
export function useWatched(symbols: readonly string[]): void {
  const { market } = useStores()
  const shown = usePageShown()
  const key = [...new Set(symbols)].sort().join(',')
  useEffect(() => {
    if (shown && key !== '') return market.watch(key.split(','))
  }, [market, shown, key])
}
