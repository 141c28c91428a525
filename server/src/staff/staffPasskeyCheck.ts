import type { PasskeyAssertion, PasskeyChallenge } from '../../../contract/passkeys'
import type { Queryable } from '../database/database'
import { checkChallenge, newChallenge, takeChallenge, verifyAssertion } from '../modules/security/service'
import { ok, type Result, refuse } from '../shared/result'
import type { StaffDeps } from './deps'

export interface PasskeyRow {
  id: bigint
  staff_id: bigint
  credential_id: Buffer
  public_key: Buffer
  counter: bigint
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

export const COLUMNS = 'id, staff_id, credential_id, public_key, counter, transports, name, created_at, last_used_at'

export const passkeysOf = (database: Queryable, staffId: bigint) =>
  database.query<PasskeyRow>(`select ${COLUMNS} from staff_passkey where staff_id = $1 order by id`, [staffId])

export const siteOf = ({ config: { staffPasskeys } }: StaffDeps) =>
  staffPasskeys ? ok(staffPasskeys) : refuse('not_found')

export const known = (rows: readonly PasskeyRow[]): PasskeyChallenge['known'] =>
  rows.map((row) => ({
    id: row.credential_id.toString('base64url'),
    transports: row.transports as PasskeyChallenge['known'][number]['transports'],
  }))

/** For a sign-in before the person is known, or for a member of staff. */
export async function challengeFor(deps: StaffDeps, staffId?: bigint): Promise<Result<PasskeyChallenge, 'not_found'>> {
  const site = siteOf(deps)
  if (!site.ok) return site
  const purpose = staffId === undefined ? 'staff_login' : 'staff_confirm'
  const text = newChallenge(deps.sealer, { purpose, userId: staffId ?? 0n }, deps.clock.now())
  const rows = staffId === undefined ? [] : await passkeysOf(deps.database, staffId)
  return ok({ challenge: text, domain: site.value.domain, known: known(rows) })
}

/**
 * Whether a passkey of this person signed the challenge, with user verification; at sign-in the challenge names nobody.
 * Uses up the challenge.
 */
export async function isSignedBy(
  deps: StaffDeps,
  staffId: bigint,
  assertion: PasskeyAssertion,
  purpose: 'staff_login' | 'staff_confirm',
): Promise<boolean> {
  const { database, config, clock } = deps
  const id = Buffer.from(assertion.id, 'base64url')
  const row = (await passkeysOf(database, staffId)).find((each) => each.credential_id.equals(id))
  if (!config.staffPasskeys || !row) return false
  const check = checkChallenge(deps, { purpose, userId: purpose === 'staff_login' ? 0n : staffId })
  const counter = await verifyAssertion(config.staffPasskeys, assertion, row, check)
  const asked = check.asked()
  if (counter === undefined || !asked) return false
  const now = new Date(clock.now())
  return database.withTransaction(async (tx) => {
    if (!(await takeChallenge(tx, asked.challenge, asked.expiresAt, now))) return false
    // A counter that goes back is the sign of a copy; 0 means an authenticator that does not count.
    return tx.some(
      `update staff_passkey set counter = $2, last_used_at = $3
        where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
      [row.id, counter, now],
    )
  })
}
