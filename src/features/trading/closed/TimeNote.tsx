import { Text } from '@tarojs/components'
import { useT } from '../../../i18n'
import { type CheckedReceipt, isFixedInTime } from '../../../stores/ProofStore'

interface TimeNoteProps extends Pick<CheckedReceipt, 'tied' | 'unfixedMs'> {
  isSigned?: boolean
}

/**
 * The holders of the log at the time of the order and what it means if nobody had, and for how long its prices could
 * still be chosen (docs/PROOF_FORMAT.md, "Time").
 */
export function TimeNote({ tied, unfixedMs, isSigned = false }: TimeNoteProps) {
  const t = useT()
  // With signed prices, only the order itself must have been in the log at its time.
  const placed = ({ device: 'devicePlaced', witnesses: 'witnessesPlaced' } as const)[tied ?? 'device']
  return (
    <>
      <Text className="muted t13 story__note">
        {t(`orders.proof.tied.${tied && isSigned ? placed : (tied ?? 'none')}`)}
      </Text>
      {isFixedInTime({ unfixedMs }) ? null : (
        <Text className="muted t13 story__note">
          {t('orders.proof.unfixed', { seconds: Math.ceil(unfixedMs / 1_000) })}
        </Text>
      )}
    </>
  )
}
