import { useT } from '../i18n'
import { showDateTime } from '../i18n/days'
import { useStores } from '../stores/StoresContext'
import { useServerNow } from './useServerNow'

const MINUTE_MS = 60_000

/** Words for what waits for people: when it was sent, and when the answer is due, or that it is late. */
export function useReviewTimes() {
  const t = useT()
  const { preferences } = useStores()
  const now = useServerNow(MINUTE_MS)
  const at = (instant: string) => showDateTime(instant, preferences.timeZone)
  return {
    sent: (sentAt: string | null): string => (sentAt ? t('identity.sentAt', { time: at(sentAt) }) : ''),
    due: (dueAt: string | null): string =>
      dueAt && Date.parse(dueAt) > now ? t('identity.dueText', { time: at(dueAt) }) : t('identity.lateText'),
  }
}
