import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useT } from '../../../i18n'
import { type CheckedReceipt, isSound } from '../../../stores/ProofStore'

/** An order that reached the log later than this may have been written when its entry was known. */
const LOGGED_WITHIN_MS = 10_000

/** About signed prices: who signed them, and when the order reached the log (docs/PROOF_FORMAT.md, "Rule 2"). */
export const SignedNote = observer(function SignedNote({ checked }: { checked: CheckedReceipt }) {
  const t = useT()
  const { check, receipt } = checked
  if (check.unable) return <Text className="muted t13 story__note">{t('orders.proof.cannotCheck')}</Text>
  if (!check.signed || !isSound(checked)) return null
  const { needed, all, byTest } = check.signed
  const loggedMs = receipt.accepted.at - receipt.order.acceptedAt
  return (
    <>
      {byTest || check.verdict?.entry ? (
        <Text className="muted t13 story__note">
          {byTest ? t('orders.proof.signedByTest') : t('orders.proof.signedBy', { needed, all })}
        </Text>
      ) : null}
      {loggedMs > LOGGED_WITHIN_MS ? (
        <Text className="muted t13 story__note">
          {t('orders.proof.loggedLate', { seconds: Math.ceil(loggedMs / 1_000) })}
        </Text>
      ) : null}
    </>
  )
})
