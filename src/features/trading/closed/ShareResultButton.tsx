import { observer } from 'mobx-react-lite'
import { Button } from '../../../components/Button'
import { useT } from '../../../i18n'
import { useStores } from '../../../stores/StoresContext'
import './ShareResultButton.scss'

/** At the head of a closed order, once this device has checked it: a result that does not hold is not shared. */
export const ShareResultButton = observer(function ShareResultButton({ onClick }: { onClick: () => void }) {
  const t = useT()
  const { value } = useStores().proof.checked
  const holds = value !== undefined && value.check.problems.length === 0 && !value.history
  if (!holds) return null
  return (
    <Button className="share-result" tone="plain" size="medium" block={false} onClick={onClick}>
      {t('orders.share.open')}
    </Button>
  )
})
