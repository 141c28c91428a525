import type { PasskeyAssertion, PasskeyChallenge } from '../../../../contract/passkeys'
import { ok, type Result, refuse } from '../../shared/result'
import { newChallenge, takeChallenge } from './challenges'
import type { SecurityDeps } from './deps'
import type { PasskeyRow } from './passkeyRepository'
import * as repository from './passkeyRepository'
import { checkChallenge, verifyAssertion } from './webauthn'

export type PasskeyRefusal = 'passkey_expired' | 'passkey_wrong'

type Transport = PasskeyChallenge['known'][number]['transports'][number]

/** Tells an authenticator which passkeys there are. */
export const known = (rows: readonly PasskeyRow[]): PasskeyChallenge['known'] =>
  rows.map((row) => ({ id: row.credential_id.toString('base64url'), transports: row.transports as Transport[] }))

/**
 * `not_found` if this address has no passkeys. Without `userId` the challenge is for a login, by anybody's passkey.
 */
export async function challengeFor(
  deps: SecurityDeps,
  userId?: bigint,
): Promise<Result<PasskeyChallenge, 'not_found'>> {
  const site = deps.config.passkeys
  if (!site) return refuse('not_found')
  const now = deps.clock.now()
  const use = userId === undefined ? { purpose: 'login' as const, userId: 0n } : { purpose: 'confirm' as const, userId }
  const rows = userId === undefined ? [] : await repository.listPasskeys(deps.database, userId)
  return ok({ challenge: newChallenge(deps.sealer, use, now), domain: site.domain, known: known(rows) })
}

/**
 * Whose passkey signed the challenge. Checks signature, origin, domain, user verification and counter; uses up the
 * challenge. With `userId` only that user's passkeys count, and only a challenge to confirm.
 */
export async function checkPasskey(
  deps: SecurityDeps,
  assertion: PasskeyAssertion,
  userId?: bigint,
): Promise<Result<bigint, PasskeyRefusal>> {
  const { database, clock } = deps
  const site = deps.config.passkeys
  const row = await repository.findPasskey(database, Buffer.from(assertion.id, 'base64url'))
  if (!site || !row || (userId !== undefined && row.user_id !== userId)) return refuse('passkey_wrong')
  const challenge = checkChallenge(
    deps,
    userId === undefined ? { purpose: 'login', userId: 0n } : { purpose: 'confirm', userId },
  )
  const counter = await verifyAssertion(site, assertion, row, challenge)
  const asked = challenge.asked()
  if (challenge.wasAsked() && !asked) return refuse('passkey_expired')
  if (counter === undefined || !asked) return refuse('passkey_wrong')
  const now = new Date(clock.now())
  return database.attempt(async (tx) => {
    if (!(await takeChallenge(tx, asked.challenge, asked.expiresAt, now))) return refuse('passkey_expired')
    const counted = await repository.noteUse(tx, row.id, counter, now)
    return counted ? ok(row.user_id) : refuse('passkey_wrong')
  })
}
