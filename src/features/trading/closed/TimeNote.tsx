import { Text } from '@tarojs/components'
import { useT } from '../../../i18n'
import type { CheckedReceipt } from '../../../stores/ProofStore'

/** Who had the log at the time of the order, and what it means where nobody had (docs/PROOF_FORMAT.md, "Time"). */
export function TimeNote({ tied }: Pick<CheckedReceipt, 'tied'>) {
  const t = useT()
  return <Text className="muted t13 closed__witness">{t(`orders.proof.tied.${tied ?? 'none'}`)}</Text>
}
