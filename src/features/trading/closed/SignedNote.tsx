import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useT } from '../../../i18n'
import { type CheckedReceipt, isSound } from '../../../stores/ProofStore'

/** About signed prices: who signed them (docs/PROOF_FORMAT.md, "Signed prices"). */
export const SignedNote = observer(function SignedNote({ checked }: { checked: CheckedReceipt }) {
  const t = useT()
  const { check } = checked
  if (check.unable) return <Text className="muted t13 story__note">{t('orders.proof.cannotCheck')}</Text>
  if (!check.signed || !isSound(checked)) return null
  const { needed, all, byTest } = check.signed
  if (!byTest && !check.verdict?.entry) return null
  return (
    <Text className="muted t13 story__note">
      {byTest ? t('orders.proof.signedByTest') : t('orders.proof.signedBy', { needed, all })}
    </Text>
  )
})
