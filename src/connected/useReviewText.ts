import type { Verification } from '../../contract/verification'
import { useT } from '../i18n'
import { showDateTime } from '../i18n/days'
import { useStores } from '../stores/StoresContext'
import { useServerNow } from './useServerNow'

const MINUTE_MS = 60_000

/** When a verification that waits was sent, and when its answer is due; that it is late once that time is over. */
export function useReviewText(): (verification: Verification) => { sent: string; due: string } {
  const t = useT()
  const { preferences } = useStores()
  const now = useServerNow(MINUTE_MS)
  const at = (instant: string) => showDateTime(instant, preferences.timeZone)
  return ({ submittedAt, dueAt }) => ({
    sent: submittedAt ? t('identity.sentAt', { time: at(submittedAt) }) : '',
    due: dueAt && Date.parse(dueAt) > now ? t('identity.dueText', { time: at(dueAt) }) : t('identity.lateText'),
  })
}
