import type { AddPasskey, PasskeyAssertion } from '../../contract/passkeys'
import type { PasskeyAnswer } from './passkeys'

/** WeChat has no passkeys: password and codes do there. The twin is `passkeys.ts`. */
export const canUsePasskeys = (_domain: string | undefined): boolean => false

export const makePasskey = async (): Promise<PasskeyAnswer<AddPasskey>> => ({ ok: false, problem: 'failed' })

export const signWithPasskey = async (): Promise<PasskeyAnswer<PasskeyAssertion>> => ({ ok: false, problem: 'failed' })
