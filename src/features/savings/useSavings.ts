import { savingsDay } from '../../../contract/savingsDates'
import { useReload } from '../../connected/useReload'
import { useServerNow } from '../../connected/useServerNow'
import { useLate } from '../../stores/StoresContext'

const DAY_CHECK_MS = 30_000

/**
 * Keeps the savings figures up to date while the page is shown. They are loaded when the page appears, when the server
 * reports a change, and when a new day begins in Shanghai, which resets the daily counts of deposits and transfers out.
 */
export function useSavings(): void {
  const { savings } = useLate()
  const day = savingsDay(useServerNow(DAY_CHECK_MS))
  useReload(() => savings.overview.load(), { topics: ['savings'], on: [day] })
}
