import { useEffect } from 'react'
import { savingsDay } from '../../../contract/savingsDates'
import { usePageShown } from '../../platform/usePageShown'
import { useStores } from '../../stores/StoresContext'
import { useServerNow } from '../../ui/useServerNow'

const DAY_CHECK_MS = 30_000

/**
 * Keeps the figures of savings true while the page is shown: they are asked for when it appears, when the server says
 * that they changed, and when a new day begins in Shanghai, which gives back the day's deposits and transfers out.
 */
export function useSavings(): void {
  const { savings, changes } = useStores()
  const shown = usePageShown()
  const day = savingsDay(useServerNow(DAY_CHECK_MS))
  const changed = changes.count('savings')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change and each day asks again
  useEffect(() => {
    if (shown) void savings.load()
  }, [savings, shown, changed, day])
}
