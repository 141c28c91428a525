import { PinPad } from '../../components/PinPad'
import { TextField } from '../../components/TextField'
import { useT } from '../../i18n'
import { ForgotPin } from './ForgotPin'
import type { useTradePassword } from './useTradePassword'

const PIN_LENGTH = 6

interface TradePasswordProps {
  entry: ReturnType<typeof useTradePassword>
  /** Whether the second factor's code is entered first. */
  codeAsked: boolean
  sending: boolean
  onComplete: (pin: string) => void
}

/** Where the trade password is entered: its last digit sends. */
export function TradePassword({ entry, codeAsked, sending, onComplete }: TradePasswordProps) {
  const t = useT()
  const progress = sending
    ? t('common.loading')
    : t('wallet.pinProgress', { count: entry.pin.length, total: PIN_LENGTH })
  return (
    <>
      {codeAsked ? (
        <TextField
          className="num"
          label={t('security.code')}
          value={entry.code}
          maxLength={16}
          onChange={entry.typeCode}
          autoComplete="one-time-code"
        />
      ) : null}
      <PinPad
        label={t('auth.tradePassword')}
        value={entry.pin}
        length={PIN_LENGTH}
        onChange={entry.typePin}
        onComplete={onComplete}
        error={entry.error}
        disabled={sending}
        deleteLabel={t('wallet.deleteDigit')}
        progressText={progress}
      />
      <ForgotPin />
    </>
  )
}
