import { useState } from 'react'
import { useT } from '../../i18n'
import type { Refusal } from '../../stores/sending/sendOnce'

/** The trade password and the second factor's code as they are entered, and what the server said of them. */
export function useTradePassword() {
  const t = useT()
  const [pin, setPin] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  return {
    pin,
    code,
    error,
    typePin(value: string) {
      setError(undefined)
      setPin(value)
    },
    typeCode(value: string) {
      setError(undefined)
      setCode(value.replace(/\s/g, ''))
    },
    clear() {
      setPin('')
      setCode('')
      setError(undefined)
    },
    /** A wrong password is typed again from its first digit; everything else stays. */
    refuse({ code: refusal, details }: Pick<Refusal, 'code' | 'details'>) {
      setPin('')
      if (refusal === 'trade_password_wrong' && details.attemptsLeft !== undefined) {
        setError(t('wallet.pinWrong', { count: details.attemptsLeft }))
      } else if (refusal === 'trade_password_locked') {
        setError(t('wallet.pinLocked', { count: Math.max(1, Math.ceil((details.retryAfterSeconds ?? 60) / 60)) }))
      } else {
        setError(t(`errors.${refusal}`))
      }
    },
  }
}
