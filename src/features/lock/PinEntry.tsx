import { useState } from 'react'
import { PinPad } from '../../components/PinPad'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { useT } from '../../i18n'
import { PIN_LENGTH } from './pin'

interface PinEntryProps {
  label: string
  error: string | undefined
  /** With the last digit; the digits are cleared after it. */
  onPin: (pin: string) => Promise<unknown>
}

/** Six digits, of which the last one sends. */
export function PinEntry({ label, error, onPin }: PinEntryProps) {
  const t = useT()
  const [pin, setPin] = useState('')
  const { busy, run } = useOneAtATime()
  return (
    <PinPad
      label={label}
      value={pin}
      length={PIN_LENGTH}
      onChange={setPin}
      onComplete={(whole) => void run(() => onPin(whole)).finally(() => setPin(''))}
      error={error}
      disabled={busy}
      deleteLabel={t('wallet.deleteDigit')}
      progressText={busy ? t('common.loading') : t('wallet.pinProgress', { count: pin.length, total: PIN_LENGTH })}
    />
  )
}
