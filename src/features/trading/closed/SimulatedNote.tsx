import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useT } from '../../../i18n'
import { type CheckedReceipt, isSound } from '../../../stores/ProofStore'

/** Invented prices: when they were fixed, and who knows them beforehand (docs/PROOF_FORMAT.md, "Simulated prices"). */
export const SimulatedNote = observer(function SimulatedNote({ checked }: { checked: CheckedReceipt }) {
  const t = useT()
  if (!isSound(checked) || checked.receipt.order.source !== 'simulated') return null
  return <Text className="muted t13 story__note">{t('orders.proof.simulated')}</Text>
})
