import type { AddPasskey, PasskeyAssertion } from '../../../../contract/passkeys'
import type { Clock } from '../../shared/clock'
import type { Sealer } from '../../shared/sealing'
import { readChallenge } from './challenges'
import { expectedOrigin, type PasskeySettings } from './passkeySettings'

/** Loaded with the first passkey: it takes 5 MB of memory, certificates' formats and all. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256, RS256: what authenticators offer. */
const ALGORITHMS = [-8, -7, -257]

interface ChallengeCheck {
  isOurs: (challenge: string) => boolean
  /** The challenge that was answered, with its expiry; undefined for an invalid one. */
  asked(): { challenge: string; expiresAt: Date } | undefined
  wasAsked(): boolean
}

/** Checks the challenge of an answer and remembers it. */
export function checkChallenge(
  { sealer, clock }: { sealer: Pick<Sealer, 'marks'>; clock: Pick<Clock, 'now'> },
  use: Parameters<typeof readChallenge>[2],
): ChallengeCheck {
  let found: { challenge: string; expiresAt: Date } | undefined
  let asked = false
  return {
    isOurs(challenge) {
      asked = true
      const expiresAt = readChallenge(sealer, challenge, use, clock.now())
      found = expiresAt && { challenge, expiresAt }
      return found !== undefined
    },
    asked: () => found,
    wasAsked: () => asked,
  }
}

/** A passkey as it is stored. */
interface Credential {
  public_key: Buffer
  counter: bigint
}

/**
 * The new counter of a passkey that signed for this site with user verification; undefined for any other answer. A
 * passkey that its password manager keeps on several devices counts nothing: 0 then says no more than that.
 */
export async function verifyAssertion(
  site: PasskeySettings,
  assertion: PasskeyAssertion,
  { public_key: publicKey, counter }: Credential,
  { isOurs }: ChallengeCheck,
): Promise<bigint | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: assertion.id,
      rawId: assertion.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: assertion.clientData,
        authenticatorData: assertion.authenticatorData,
        signature: assertion.signature,
      },
    },
    expectedChallenge: isOurs,
    expectedOrigin: expectedOrigin(site, assertion.clientData),
    expectedRPID: site.domain,
    requireUserVerification: true,
    credential: {
      id: assertion.id,
      publicKey: new Uint8Array(publicKey),
      counter: isUncounted(assertion.authenticatorData) ? 0 : Number(counter),
    },
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }))
  return verified && authenticationInfo ? BigInt(authenticationInfo.newCounter) : undefined
}

/** Flags and counter follow the 32 bytes of the domain's hash (WebAuthn, 6.1); 0x18: eligible for backup, and backed up. */
function isUncounted(authenticatorData: string): boolean {
  const data = Buffer.from(authenticatorData, 'base64url')
  return data.length >= 37 && (data.readUInt8(32) & 0x18) === 0x18 && data.readUInt32BE(33) === 0
}

/** A passkey that an authenticator has just created for this site; undefined for any other answer. */
export async function verifyNewPasskey(site: PasskeySettings, input: AddPasskey, { isOurs }: ChallengeCheck) {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: input.id,
      rawId: input.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: input.clientData, attestationObject: input.attestation },
    },
    expectedChallenge: isOurs,
    expectedOrigin: expectedOrigin(site, input.clientData),
    expectedRPID: site.domain,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credential_id: Buffer.from(id, 'base64url'),
    public_key: Buffer.from(publicKey),
    counter: BigInt(counter),
    transports: input.transports,
  }
}
