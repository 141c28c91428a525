import { Button } from '../components/Button'
import { useT } from '../i18n'
import { openPage } from '../platform/navigation'

/** Next to the refusal by a limit of the user's own: the page where it is set. */
export function OwnLimitLink() {
  const t = useT()
  return (
    <Button tone="plain" size="medium" onClick={() => openPage('/pages/limits/limits')}>
      {t('title.limits')}
    </Button>
  )
}
