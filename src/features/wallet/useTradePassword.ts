import { useState } from 'react'
import type { PasskeyAssertion } from '../../../contract/passkeys'
import { typedCode } from '../../../contract/typedText'
import { useT } from '../../i18n'
import { withReason } from '../../i18n/operatorReason'
import type { Refusal } from '../../stores/sending/sendOnce'

export type TradePasswordEntry = ReturnType<typeof useTradePassword>

/** The state of the trade password and the second factor (a code or a passkey), with the server's refusal of them. */
export function useTradePassword() {
  const t = useT()
  const [pin, setPin] = useState('')
  const [code, setCode] = useState('')
  const [proof, setProof] = useState<PasskeyAssertion | undefined>(undefined)
  const [error, setError] = useState<string | undefined>(undefined)
  return {
    pin,
    code,
    error,
    /** A passkey has signed in place of the code. */
    isProved: proof !== undefined,
    hasFactor: proof !== undefined || code !== '',
    /** The second factor's part of a request. */
    factor: proof ? { passkey: proof } : code === '' ? {} : { secondFactorCode: code },
    prove(signed: PasskeyAssertion) {
      setError(undefined)
      setProof(signed)
    },
    /** A sentence under the fields. */
    say: setError,
    typePin(value: string) {
      setError(undefined)
      setPin(value)
    },
    typeCode(value: string) {
      setError(undefined)
      setCode(typedCode(value))
    },
    clear() {
      setPin('')
      setCode('')
      setProof(undefined)
      setError(undefined)
    },
    /** A wrong password is typed again from its first digit; everything else stays. */
    refuse({ code: refusal, details }: Pick<Refusal, 'code' | 'details'>) {
      setPin('')
      // A passkey's signature counts once; the server checks the trade password before it.
      if (!refusal.startsWith('trade_password')) setProof(undefined)
      if (refusal === 'trade_password_wrong' && details.attemptsLeft !== undefined) {
        setError(t('wallet.pinWrong', { count: details.attemptsLeft }))
      } else if (refusal === 'trade_password_locked') {
        setError(t('wallet.pinLocked', { count: Math.max(1, Math.ceil((details.retryAfterSeconds ?? 60) / 60)) }))
      } else {
        setError(withReason(t(`errors.${refusal}`), details.reason, t))
      }
    },
  }
}
