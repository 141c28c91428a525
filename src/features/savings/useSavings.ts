import { savingsDay } from '../../../contract/savingsDates'
import { useStores } from '../../stores/StoresContext'
import { useReload } from '../../ui/useReload'
import { useServerNow } from '../../ui/useServerNow'

const DAY_CHECK_MS = 30_000

/**
 * Keeps the figures of savings up to date while the page is shown: they are asked for when it appears, when the server
 * says that they changed, and when a new day begins in Shanghai, which gives back the day's deposits and transfers out.
 */
export function useSavings(): void {
  const { savings } = useStores()
  const day = savingsDay(useServerNow(DAY_CHECK_MS))
  useReload(() => savings.overview.load(), { topics: ['savings'], on: [day] })
}
