import type { ConsoleProblem } from '../../../contract/console'
import type { AddPasskey, PasskeySetup } from '../../../contract/passkeys'
import type { StaffFactor, StaffPasskey } from '../../../contract/staffSignIn'
import { attemptAudited } from '../auditLog/auditLog'
import { checkChallenge, newChallenge, takeChallenge, verifyNewPasskey } from '../modules/security/service'
import { bindAll } from '../shared/bindAll'
import { ok, type Result, refuse } from '../shared/result'
import type { StaffDeps } from './deps'
import { actorOf, type StaffIdentity } from './staffIdentity'
import { COLUMNS, challengeFor, known, type PasskeyRow, passkeysOf, siteOf } from './staffPasskeyCheck'
import { confirmPerson } from './staffSignIn'

const PASSKEYS_MAX = 10

const toWire = (row: PasskeyRow): StaffPasskey => ({
  id: String(row.id),
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

/** The authenticator's options, for a person who has just confirmed their identity. */
async function begin(
  deps: StaffDeps,
  staff: StaffIdentity,
  factor: StaffFactor,
): Promise<Result<PasskeySetup, ConsoleProblem>> {
  const site = siteOf(deps)
  if (!site.ok) return site
  const rows = await passkeysOf(deps.database, staff.id)
  if (rows.length >= PASSKEYS_MAX) return refuse('too_many_passkeys')
  const checked = await confirmPerson(deps, staff, factor)
  if (!checked.ok) return checked
  return ok({
    challenge: newChallenge(deps.sealer, { purpose: 'staff_add', userId: staff.id }, deps.clock.now()),
    domain: site.value.domain,
    siteName: `${deps.config.appName} console`,
    userHandle: deps.sealer.marks(staff.login, 'user handle of staff passkeys')[0].toString('base64url'),
    account: staff.login,
    known: known(rows),
  })
}

type Added = Result<{ subject: string; details: Record<string, unknown>; value: StaffPasskey }, ConsoleProblem>

async function add(
  deps: StaffDeps,
  staff: StaffIdentity,
  input: AddPasskey,
): Promise<Result<StaffPasskey, ConsoleProblem>> {
  const site = siteOf(deps)
  if (!site.ok) return site
  const check = checkChallenge(deps, { purpose: 'staff_add', userId: staff.id })
  const made = await verifyNewPasskey(site.value, input, check)
  const asked = check.asked()
  if (!made || !asked) return refuse('passkey_wrong')
  const now = new Date(deps.clock.now())
  const authority = { actor: actorOf(staff), reason: 'passkeys' }
  return attemptAudited(deps.database, authority, 'passkeys.add', async (tx): Promise<Added> => {
    await tx.query('select 1 from staff_member where id = $1 for update', [staff.id])
    if (!(await takeChallenge(tx, asked.challenge, asked.expiresAt, now))) return refuse('passkey_wrong')
    if ((await passkeysOf(tx, staff.id)).length >= PASSKEYS_MAX) return refuse('too_many_passkeys')
    const row = await tx.first<PasskeyRow>(
      `insert into staff_passkey (staff_id, credential_id, public_key, counter, transports, name, created_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning ${COLUMNS}`,
      [staff.id, made.credential_id, made.public_key, made.counter, made.transports, input.name ?? 'Passkey', now],
    )
    if (!row) return refuse('passkey_exists')
    const details = { passkey: String(row.id), name: row.name }
    return ok({ subject: `staff ${staff.login}`, details, value: toWire(row) })
  })
}

function remove(deps: StaffDeps, staff: StaffIdentity, id: string): Promise<Result<null, 'not_found'>> {
  const authority = { actor: actorOf(staff), reason: 'passkeys' }
  return attemptAudited(deps.database, authority, 'passkeys.remove', async (tx) => {
    if (!(await tx.some('delete from staff_passkey where id = $1 and staff_id = $2 returning id', [id, staff.id])))
      return refuse('not_found')
    return ok({ subject: `staff ${staff.login}`, details: { passkey: id }, value: null })
  })
}

/** Passkeys of staff: PRODUCT.md 20.2. */
export const createStaffPasskeys = (deps: StaffDeps) => ({
  signInChallenge: () => challengeFor(deps),
  challenge: (staff: StaffIdentity) => challengeFor(deps, staff.id),
  list: async (staff: StaffIdentity) => ({
    items: (await passkeysOf(deps.database, staff.id)).map(toWire),
    domain: deps.config.staffPasskeys?.domain ?? null,
  }),
  ...bindAll(deps, { begin, add, remove }),
})
