import { Button } from '../../components/Button'
import { PinPad } from '../../components/PinPad'
import { useCustomerService } from '../../connected/useCustomerService'
import { useT } from '../../i18n'
import { CodeOrPasskey } from './CodeOrPasskey'
import type { TradePasswordEntry } from './useTradePassword'

const PIN_LENGTH = 6

interface TradePasswordProps {
  entry: TradePasswordEntry
  /** Whether the second factor's code is entered first. */
  codeAsked: boolean
  /** False if only a passkey is accepted. */
  takesCode?: boolean
  /** One of the user's passkeys can stand in for the code. */
  hasPasskeys: boolean
  sending: boolean
  onComplete: (pin: string) => void
}

/** Where the trade password is entered: its last digit sends. */
export function TradePassword(props: TradePasswordProps) {
  const { entry, codeAsked, takesCode, hasPasskeys, sending, onComplete } = props
  const t = useT()
  const progress = sending
    ? t('common.loading')
    : t('wallet.pinProgress', { count: entry.pin.length, total: PIN_LENGTH })
  return (
    <>
      {codeAsked ? <CodeOrPasskey entry={entry} takesCode={takesCode} hasPasskeys={hasPasskeys} /> : null}
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

/** Below the keys of the trade password: a link to customer service, who can reset it. */
function ForgotPin() {
  const t = useT()
  const openService = useCustomerService()
  return (
    <Button tone="plain" size="medium" onClick={openService}>
      {t('wallet.pinForgot')}
    </Button>
  )
}
