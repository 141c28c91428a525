import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { Order } from '../../../../contract/orders'
import { Toggle } from '../../../components/Toggle'
import { useT } from '../../../i18n'
import type { Shared } from '../../../platform/useShare'
import type { CheckedReceipt } from '../../../stores/ProofStore'
import { useStores } from '../../../stores/StoresContext'
import { PictureSheet } from './PictureSheet'
import { PublicSwitch } from './PublicSwitch'
import { drawShareCard } from './shareCard'
import { useShareCard } from './useShareCard'

export interface ShareSheetProps {
  order: Order
  checked: CheckedReceipt
  open: boolean
  onClose: () => void
  /** See `PublicSwitch`. */
  onCard: (card: Shared | undefined) => void
}

/** A picture of the result with its proof code. It shows amounts only if the user wants them to. */
export const ShareSheet = observer(function ShareSheet({ order, checked, open, onClose, onCard }: ShareSheetProps) {
  const t = useT()
  const { preferences } = useStores()
  const [wanted, setAmounts] = useState(false)
  // A user who hides balances shares no amounts.
  const amounts = wanted && !preferences.hideBalances
  const content = useShareCard(order, checked, amounts)
  return (
    <PictureSheet
      open={open}
      onClose={onClose}
      title={t('orders.share.title')}
      content={content}
      draw={drawShareCard}
      name={`${order.number}.png`}
      label={`${content.product}, ${content.terms}, ${content.result}, ${content.status}, ${content.codeLabel} ${content.code}`}
    >
      {preferences.hideBalances ? null : (
        <View className="row">
          <Text>{t('orders.share.amounts')}</Text>
          <Toggle checked={amounts} onChange={setAmounts} label={t('orders.share.amounts')} />
        </View>
      )}
      {open ? (
        <PublicSwitch
          orderId={order.id}
          checked={checked}
          title={`${content.status} ${content.result} · ${content.product}`}
          onCard={onCard}
        />
      ) : null}
    </PictureSheet>
  )
})
