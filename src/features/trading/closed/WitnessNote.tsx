import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../../components/Button'
import { useT } from '../../../i18n'
import { listed } from '../../../i18n/sentences'
import { type CheckedReceipt, isWitnessed } from '../../../stores/ProofStore'

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
