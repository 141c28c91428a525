import type { AddPasskey, PasskeyAssertion, PasskeyChallenge, PasskeySetup } from '../../contract/passkeys'

/** Why the device gave no answer: the user refused or took too long, it has this passkey already, or it failed. */
export type PasskeyProblem = 'cancelled' | 'exists' | 'failed'
export type PasskeyAnswer<T> = { ok: true; value: T } | { ok: false; problem: PasskeyProblem }

/** EdDSA, ES256, RS256: those that the server takes. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = 2 * 60_000

/** Whether this browser, at this address, can use passkeys of that domain. The twin is `passkeys.weapp.ts`. */
export function canUsePasskeys(domain: string | undefined): boolean {
  if (domain === undefined || typeof window.PublicKeyCredential !== 'function') return false
  const { hostname } = window.location
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

/** Loaded by the first use: most visits need none of it. */
const loadWebAuthn = () => import(/* webpackChunkName: "passkeys" */ '@simplewebauthn/browser')

async function ask<T>(
  question: (library: Awaited<ReturnType<typeof loadWebAuthn>>) => Promise<T>,
): Promise<PasskeyAnswer<T>> {
  try {
    return { ok: true, value: await question(await loadWebAuthn()) }
  } catch (error) {
    const { name } = error as { name?: string }
    if (name === 'NotAllowedError' || name === 'AbortError') return { ok: false, problem: 'cancelled' }
    return { ok: false, problem: name === 'InvalidStateError' ? 'exists' : 'failed' }
  }
}

const descriptors = (known: PasskeyChallenge['known']) =>
  known.map((each) => ({ ...each, type: 'public-key' as const }))

/** Makes a passkey on the device, which asks the person. Only a tap may begin it. */
export function makePasskey(setup: PasskeySetup): Promise<PasskeyAnswer<AddPasskey>> {
  return ask(async ({ startRegistration }) => {
    const made = await startRegistration({
      optionsJSON: {
        challenge: setup.challenge,
        rp: { id: setup.domain, name: setup.siteName },
        user: { id: setup.userHandle, name: setup.account, displayName: setup.account },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
        excludeCredentials: descriptors(setup.known),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
        timeout: TIMEOUT_MS,
      },
    })
    const { clientDataJSON, attestationObject, transports = [] } = made.response
    return {
      id: made.id,
      clientData: clientDataJSON,
      attestation: attestationObject,
      transports: transports as AddPasskey['transports'],
    }
  })
}

/** Signs the challenge with one of the user's passkeys; the device asks the person, and which one. */
export function signWithPasskey({
  challenge,
  domain,
  known,
}: PasskeyChallenge): Promise<PasskeyAnswer<PasskeyAssertion>> {
  return ask(async ({ startAuthentication }) => {
    const signed = await startAuthentication({
      optionsJSON: {
        challenge,
        rpId: domain,
        allowCredentials: descriptors(known),
        userVerification: 'required',
        timeout: TIMEOUT_MS,
      },
    })
    const { clientDataJSON, authenticatorData, signature } = signed.response
    return { id: signed.id, clientData: clientDataJSON, authenticatorData, signature }
  })
}
