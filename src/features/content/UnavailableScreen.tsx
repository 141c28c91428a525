import { EmptyState } from '../../components/EmptyState'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { HOME_URL } from '../../routes'

/** Says honestly that this version has no such page; its address, title and guard are real. */
export function UnavailableScreen() {
  const t = useT()
  return (
    <EmptyState
      icon="clock"
      title={t('content.unavailable.title')}
      text={t('content.unavailable.text')}
      actionLabel={t('shell.toHome')}
      onAction={() => openPage(HOME_URL)}
    />
  )
}
