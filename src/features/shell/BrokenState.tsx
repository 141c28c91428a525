import { EmptyState } from '../../components/EmptyState'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { HOME_URL } from '../../routes'

/** What replaces a screen that broke. */
export function BrokenState({ failureId, onRetry }: { failureId: string; onRetry: () => void }) {
  const t = useT()
  return (
    <EmptyState
      icon="warning"
      title={t('shell.broken.title')}
      text={t('shell.broken.text', { id: failureId })}
      actionLabel={t('common.retry')}
      onAction={onRetry}
      secondLabel={t('shell.toHome')}
      onSecond={() => openPage(HOME_URL)}
    />
  )
}
