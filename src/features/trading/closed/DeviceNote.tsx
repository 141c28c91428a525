import { Text } from '@tarojs/components'
import { useT } from '../../../i18n'
import type { CheckedReceipt } from '../../../stores/ProofStore'

const SHOWN = 8

/** Says that it was not this device that asked for the order: only its user knows of the others. */
export function DeviceNote({ checked: { otherDevice } }: { checked: CheckedReceipt }) {
  const t = useT()
  if (!otherDevice) return null
  const key = `${otherDevice.slice(0, SHOWN)}…${otherDevice.slice(-SHOWN)}`
  return <Text className="muted t13 story__note">{t('orders.proof.otherDevice', { key })}</Text>
}
