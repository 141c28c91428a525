import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { AddPasskey, PasskeyAssertion, PasskeyChallenge, PasskeySetup } from '../../contract/passkeys'
import { ConsoleRequestError } from '../api'

/** EdDSA, ES256, RS256: those that the server takes. */
const ALGORITHMS = [-8, -7, -257]
const PUBLIC_KEY = 'public-key' as const

const descriptors = (known: PasskeyChallenge['known']) => known.map((each) => ({ ...each, type: PUBLIC_KEY }))

/** Whether this browser, at this address, can use passkeys of the console. */
export const canUsePasskeys = (domain: string | null): boolean =>
  domain !== null &&
  typeof window.PublicKeyCredential === 'function' &&
  (window.location.hostname === domain || window.location.hostname.endsWith(`.${domain}`))

/** Throws for a device that was not asked, refused, or has the passkey already. */
function refuse(error: unknown): never {
  const exists = error instanceof Error && error.name === 'InvalidStateError'
  throw new ConsoleRequestError(exists ? 'passkey_exists' : 'passkey_wrong')
}

/** Makes a passkey on this device, which asks the person. Throws `ConsoleRequestError`. */
export async function makePasskey(setup: PasskeySetup, name: string): Promise<AddPasskey> {
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge: setup.challenge,
      rp: { id: setup.domain, name: setup.siteName },
      user: { id: setup.userHandle, name: setup.account, displayName: setup.account },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: PUBLIC_KEY })),
      excludeCredentials: descriptors(setup.known),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  }).catch(refuse)
  const transports = (response.transports ?? []) as AddPasskey['transports']
  return { id, clientData: response.clientDataJSON, attestation: response.attestationObject, transports, name }
}

/** Signs with a passkey of this device, which asks the person. Throws `ConsoleRequestError`. */
export async function signWithPasskey(asked: PasskeyChallenge): Promise<PasskeyAssertion> {
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge: asked.challenge,
      rpId: asked.domain,
      allowCredentials: descriptors(asked.known),
      userVerification: 'required',
    },
  }).catch(refuse)
  const { clientDataJSON: clientData, authenticatorData, signature } = response
  return { id, clientData, authenticatorData, signature }
}
