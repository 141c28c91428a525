import type { AddPasskey, PasskeySetup } from '../../../contract/passkeys'
import type { StaffFactor, StaffPasskey } from '../../../contract/staffSignIn'
import { audited } from '../auditLog/auditLog'
import { checkChallenge, newChallenge, takeChallenge, verifyNewPasskey } from '../modules/security/service'
import type { StaffDeps } from './deps'
import { ConsoleRefusal } from './refusal'
import { COLUMNS, challengeFor, known, type PasskeyRow, passkeysOf, siteOf } from './staffPasskeyCheck'
import { actorOf, checkFactor, type StaffIdentity } from './staffService'

const PASSKEYS_MAX = 10

const toWire = (row: PasskeyRow): StaffPasskey => ({
  id: String(row.id),
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

/** The authenticator's options, for a person who has just confirmed their identity. */
async function begin(deps: StaffDeps, staff: StaffIdentity, factor: StaffFactor): Promise<PasskeySetup> {
  const site = siteOf(deps)
  const rows = await passkeysOf(deps.database, staff.id)
  if (rows.length >= PASSKEYS_MAX) throw new ConsoleRefusal('too_many_passkeys')
  await checkFactor(deps, staff, factor)
  return {
    challenge: newChallenge(deps.sealer, { purpose: 'staff_add', userId: staff.id }, deps.clock.now()),
    domain: site.domain,
    siteName: `${deps.config.appName} console`,
    userHandle: deps.sealer.marks(staff.login, 'user handle of staff passkeys')[0].toString('base64url'),
    account: staff.login,
    known: known(rows),
  }
}

async function add(deps: StaffDeps, staff: StaffIdentity, input: AddPasskey): Promise<StaffPasskey> {
  const site = siteOf(deps)
  const check = checkChallenge(deps, { purpose: 'staff_add', userId: staff.id })
  const made = await verifyNewPasskey(site, input, check)
  const asked = check.asked()
  if (!made || !asked) throw new ConsoleRefusal('passkey_wrong')
  const now = new Date(deps.clock.now())
  return audited(deps.database, { actor: actorOf(staff), reason: 'passkeys' }, 'passkeys.add', async (tx) => {
    await tx.query('select 1 from staff_member where id = $1 for update', [staff.id])
    if (!(await takeChallenge(tx, asked.challenge, asked.expiresAt, now))) throw new ConsoleRefusal('passkey_wrong')
    if ((await passkeysOf(tx, staff.id)).length >= PASSKEYS_MAX) throw new ConsoleRefusal('too_many_passkeys')
    const rows = await tx.query<PasskeyRow>(
      `insert into staff_passkey (staff_id, credential_id, public_key, counter, transports, name, created_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning ${COLUMNS}`,
      [staff.id, made.credential_id, made.public_key, made.counter, made.transports, input.name ?? 'Passkey', now],
    )
    if (!rows[0]) throw new ConsoleRefusal('passkey_exists')
    const details = { passkey: String(rows[0].id), name: rows[0].name }
    return { subject: `staff ${staff.login}`, details, value: toWire(rows[0]) }
  })
}

async function remove(deps: StaffDeps, staff: StaffIdentity, id: string): Promise<void> {
  await audited(deps.database, { actor: actorOf(staff), reason: 'passkeys' }, 'passkeys.remove', async (tx) => {
    const rows = await tx.query('delete from staff_passkey where id = $1 and staff_id = $2 returning id', [
      id,
      staff.id,
    ])
    if (rows.length === 0) throw new ConsoleRefusal('not_found')
    return { subject: `staff ${staff.login}`, details: { passkey: id }, value: undefined }
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
  begin: (staff: StaffIdentity, factor: StaffFactor) => begin(deps, staff, factor),
  add: (staff: StaffIdentity, input: AddPasskey) => add(deps, staff, input),
  remove: (staff: StaffIdentity, id: string) => remove(deps, staff, id),
})
