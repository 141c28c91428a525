import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useT } from '../../../i18n'
import { type CheckedReceipt, isSound } from '../../../stores/ProofStore'

/** Invented prices: who knows them beforehand, and what the receipt shows then (docs/PROOF_DESIGN.md, "Simulated prices"). */
export const SimulatedNote = observer(function SimulatedNote({ checked }: { checked: CheckedReceipt }) {
  const t = useT()
  if (!isSound(checked) || checked.receipt.order.source !== 'simulated') return null
  return <Text className="muted t13 story__note">{t('orders.proof.simulated')}</Text>
})
