import { useState } from 'react'
import type { PasskeyAssertion } from '../../contract/passkeys'
import { useT } from '../i18n'
import { canUsePasskeys, signWithPasskey } from '../platform/passkeys'
import type { SecurityStore } from '../stores/SecurityStore'
import { useStores } from '../stores/StoresContext'

/** A passkey in place of a password or a code: whether it can be used here, and what went wrong with it. */
export function usePasskey() {
  const t = useT()
  const { session } = useStores()
  const [asking, setAsking] = useState(false)
  return {
    isOffered: canUsePasskeys(session.appInfo?.passkeyDomain),
    asking,
    /** Asks the device to sign what the server asks; a sentence for the user if it did not. */
    async sign(
      fetchChallenge: () => ReturnType<SecurityStore['passkeyChallenge']>,
    ): Promise<{ proof: PasskeyAssertion } | { error: string }> {
      setAsking(true)
      try {
        const challenge = await fetchChallenge()
        if (!challenge.ok) return { error: t(`errors.${challenge.error.code}`) }
        const signed = await signWithPasskey(challenge.value)
        if (signed.ok) return { proof: signed.value }
        return { error: t(signed.problem === 'cancelled' ? 'passkey.cancelled' : 'passkey.failed') }
      } finally {
        setAsking(false)
      }
    },
  }
}
