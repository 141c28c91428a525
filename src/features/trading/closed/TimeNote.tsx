import { Text } from '@tarojs/components'
import { useT } from '../../../i18n'
import { type CheckedReceipt, isFixedInTime } from '../../../stores/ProofStore'

/**
 * Who had the log at the time of the order and what it means if nobody had, and for how long its prices could still be chosen
 * (docs/PROOF_FORMAT.md, "Time").
 */
export function TimeNote({ tied, unfixedMs }: Pick<CheckedReceipt, 'tied' | 'unfixedMs'>) {
  const t = useT()
  return (
    <>
      <Text className="muted t13 story__note">{t(`orders.proof.tied.${tied ?? 'none'}`)}</Text>
      {isFixedInTime({ unfixedMs }) ? null : (
        <Text className="muted t13 story__note">
          {t('orders.proof.unfixed', { seconds: Math.ceil(unfixedMs / 1_000) })}
        </Text>
      )}
    </>
  )
}
