import { secureRandomBytes } from './secureRandom'

/**
 * The device's own way to know its owner: fingerprint, face or screen lock, as a passkey that never leaves the device and
 * that no server knows. The twin is `deviceUnlock.weapp.ts`.
 */

const TIMEOUT_MS = 60_000
const CHALLENGE_BYTES = 32
/** ES256 and RS256: what platforms make. */
const ALGORITHMS = [-7, -257]

const toText = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
const toBytes = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
const challenge = async () => (await secureRandomBytes(CHALLENGE_BYTES)) as Uint8Array<ArrayBuffer>

/** Whether this device can be asked. */
export async function canUnlockByDevice(): Promise<boolean> {
  const { PublicKeyCredential: type } = window
  return typeof type?.isUserVerifyingPlatformAuthenticatorAvailable === 'function'
    ? type.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
    : false
}

/** Sets it up; the device asks its owner. Its id, or undefined if that came to nothing. */
export async function setUpDevice(name: string): Promise<string | undefined> {
  try {
    const made = await navigator.credentials.create({
      publicKey: {
        challenge: await challenge(),
        rp: { name: document.title },
        user: { id: await challenge(), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
        authenticatorSelection: { authenticatorAttachment: 'platform', userVerification: 'required' },
        timeout: TIMEOUT_MS,
      },
    })
    return made ? toText((made as PublicKeyCredential).rawId) : undefined
  } catch {
    return undefined
  }
}

/** Bit of the authenticator's flags: the device has verified the person, not only a touch. */
const USER_VERIFIED = 4
const FLAGS_AT = 32

/** Asks the device for its owner. */
export async function askDevice(id: string): Promise<boolean> {
  try {
    const answer = await navigator.credentials.get({
      publicKey: {
        challenge: await challenge(),
        allowCredentials: [{ id: toBytes(id), type: 'public-key' }],
        userVerification: 'required',
        timeout: TIMEOUT_MS,
      },
    })
    const { authenticatorData } = (answer as PublicKeyCredential).response as AuthenticatorAssertionResponse
    return ((new Uint8Array(authenticatorData)[FLAGS_AT] ?? 0) & USER_VERIFIED) !== 0
  } catch {
    return false
  }
}
