import type { Restored } from '../../../../proof/restores'
import { useT } from '../../../i18n'
import { showDateTime } from '../../../i18n/days'
import { useStores } from '../../../stores/StoresContext'

/** The house's statement about a log that it had to restore from a backup, with the reason. */
export function useRestoredText(): (restored: Restored) => [what: string, why: string] {
  const t = useT()
  const { preferences } = useStores()
  const time = (at: number) => showDateTime(at, preferences.timeZone, { seconds: true })
  return ({ keptAt, at, reason }) => [
    t('orders.proof.restored.what', { from: time(keptAt), until: time(at) }),
    t(`orders.proof.restored.reason.${reason}`),
  ]
}
