import { useEffect, useState } from 'react'
import type { SignInWays } from '../../contract/staffSignIn'
import { call } from '../api'

const NO_WAYS: SignInWays = { provider: null, passkeyDomain: null }

/** The ways to sign in other than password and code; nothing until the server has said so. */
export function useWays(): SignInWays {
  const [ways, setWays] = useState(NO_WAYS)
  useEffect(() => {
    call('getSignInWays', {}).then(setWays, () => undefined)
  }, [])
  return ways
}
