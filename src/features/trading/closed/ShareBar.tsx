import { observer } from 'mobx-react-lite'
import { BottomBar } from '../../../components/BottomBar'
import { Button } from '../../../components/Button'
import { useT } from '../../../i18n'
import { isVerified } from '../../../stores/ProofStore'
import { useLate } from '../../../stores/StoresContext'

export interface ShareBarProps {
  orderId: string
  onClick: () => void
}

/** At the foot of a closed order, once this device has checked it: a result that is not verified is not shared. */
export const ShareBar = observer(function ShareBar({ orderId, onClick }: ShareBarProps) {
  const t = useT()
  const { value } = useLate().proof.checkOf(orderId)
  if (!value || !isVerified(value)) return null
  return (
    <BottomBar>
      <Button icon="share" onClick={onClick}>
        {t('orders.share.open')}
      </Button>
    </BottomBar>
  )
})
