import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { Restored } from '../../../../proof/restores'
import { Button } from '../../../components/Button'
import { useT } from '../../../i18n'
import { listed } from '../../../i18n/sentences'
import { type CheckedReceipt, isSound, isWitnessed } from '../../../stores/ProofStore'
import { useRestoredText } from '../evidence/useRestoredText'

/* Notes below the story of a checked receipt. */

/** How many characters of a device's key are shown at either end. */
const KEY_END = 8

/**
 * The witnesses of the log that a receipt is in, and what it means if nobody has (docs/PROOF_FORMAT.md, "Witnesses").
 */
export const WitnessNote = observer(function WitnessNote({
  checked,
  onAgain,
}: {
  checked: CheckedReceipt
  onAgain: () => void
}) {
  const t = useT()
  const { seenBy, needed, namedBy } = checked.witnesses
  if (!isWitnessed(checked)) {
    return (
      <View className="story__unreached row" ariaRole="status">
        <Text className="muted t13">{t('orders.proof.witness.missing', { seen: seenBy.length, needed })}</Text>
        <Button tone="plain" size="medium" block={false} onClick={onAgain}>
          {t('common.retry')}
        </Button>
      </View>
    )
  }
  if (seenBy.length === 0) return <Text className="muted t13 story__note">{t('orders.proof.witness.none')}</Text>
  return (
    <View className="story__note">
      <Text className="t13">{t('orders.proof.witness.seen', { count: seenBy.length, names: listed(seenBy) })}</Text>
      {namedBy === 'server' ? <Text className="muted t12">{t('orders.proof.witness.told')}</Text> : null}
    </View>
  )
})

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

/** Invented prices: who knows them beforehand, and what the receipt shows then (docs/PROOF_DESIGN.md, "Simulated prices"). */
export const SimulatedNote = observer(function SimulatedNote({ checked }: { checked: CheckedReceipt }) {
  const t = useT()
  if (!isSound(checked) || checked.receipt.order.source !== 'simulated') return null
  return <Text className="muted t13 story__note">{t('orders.proof.simulated')}</Text>
})

/** Says that a part of the log is void since a restore from a backup, as the house has stated and signed. */
export const RestoreNote = observer(function RestoreNote({ restored }: { restored: Restored }) {
  const [what, why] = useRestoredText()(restored)
  return (
    <View className="story__note" ariaRole="status">
      <Text className="t13">{what}</Text>
      <Text className="muted t12">{why}</Text>
    </View>
  )
})

/** Says that it was not this device that asked for the order: only its user knows of the others. */
export function DeviceNote({ checked: { otherDevice } }: { checked: CheckedReceipt }) {
  const t = useT()
  if (!otherDevice) return null
  const key = `${otherDevice.slice(0, KEY_END)}…${otherDevice.slice(-KEY_END)}`
  return <Text className="muted t13 story__note">{t('orders.proof.otherDevice', { key })}</Text>
}
