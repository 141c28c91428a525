import { EmptyState } from '../../components/EmptyState'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { HOME_URL } from '../../routes'

/** An address that names no page. */
export function NotFoundScreen() {
  const t = useT()
  return (
    <EmptyState
      icon="search"
      title={t('content.notFound.title')}
      text={t('content.notFound.text')}
      actionLabel={t('shell.toHome')}
      onAction={() => openPage(HOME_URL)}
    />
  )
}
