import { observer } from 'mobx-react-lite'
import { Button } from '../../../components/Button'
import { useT } from '../../../i18n'
import { isVerified } from '../../../stores/ProofStore'
import { useStores } from '../../../stores/StoresContext'
import './ShareResultButton.scss'

export interface ShareResultButtonProps {
  orderId: string
  onClick: () => void
}

/** At the head of a closed order, once this device has checked it: a result that is not verified is not shared. */
export const ShareResultButton = observer(function ShareResultButton({ orderId, onClick }: ShareResultButtonProps) {
  const t = useT()
  const { value } = useStores().proof.checkOf(orderId)
  if (!value || !isVerified(value)) return null
  return (
    <Button className="share-result" tone="plain" size="medium" block={false} onClick={onClick}>
      {t('orders.share.open')}
    </Button>
  )
})
