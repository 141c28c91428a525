import { EmptyState } from '../../components/EmptyState'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { HOME_URL } from '../../routes'

/** Replaces a screen that threw an error. */
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
