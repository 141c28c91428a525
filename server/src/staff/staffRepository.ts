import type { StaffRole } from '../../../contract/console'
import type { Queryable, Tx } from '../database/database'
import { clearTries, deleteOldTries } from './staffTries'

export interface StaffRow {
  id: bigint
  login: string
  name: string
  roles: StaffRole[]
  password_hash: string
  sealed_secret: string
  invited_by: string | null
  joined_at: Date
  last_seen_at: Date | null
  disabled_at: Date | null
}

export interface InvitationRow {
  login: string
  name: string
  roles: StaffRole[]
  sealed_secret: string
  invited_by: string | null
  expires_at: Date
  /** For a person with an account: the accepted invitation replaces password and authenticator. */
  resets: boolean
}

/** By login, in any letter case. */
export function findByLogin(tx: Queryable, login: string): Promise<StaffRow | undefined> {
  return tx.first<StaffRow>('select * from staff_member where login = lower($1)', [login])
}

export function findById(tx: Queryable, id: bigint): Promise<StaffRow | undefined> {
  return tx.first<StaffRow>('select * from staff_member where id = $1', [id])
}

export function hasStaff(tx: Queryable): Promise<boolean> {
  return tx.some('select 1 from staff_member limit 1')
}

/** Active administrators, leaving out the login `besides`. */
export async function countAdministrators(tx: Queryable, besides = ''): Promise<number> {
  const row = await tx.first<{ count: bigint }>(
    `select count(*) as count from staff_member
      where 'administrator' = any (roles) and disabled_at is null and login <> $1`,
    [besides],
  )
  return Number(row?.count ?? 0)
}

/** Changes of staff run one after the other, so that two of them cannot leave the house without an administrator. */
export const lockStaff = (tx: Tx) => tx.query('lock table staff_member in share row exclusive mode')

export async function saveInvitation(tx: Queryable, hash: Buffer, row: InvitationRow): Promise<void> {
  await tx.query('delete from staff_invitation where login = $1', [row.login])
  await tx.query(
    `insert into staff_invitation (token_hash, login, name, roles, sealed_secret, invited_by, expires_at, resets)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [hash, row.login, row.name, row.roles, row.sealed_secret, row.invited_by, row.expires_at, row.resets],
  )
}

export function findInvitation(tx: Queryable, hash: Buffer, now: Date): Promise<InvitationRow | undefined> {
  return tx.first<InvitationRow>('select * from staff_invitation where token_hash = $1 and expires_at > $2', [
    hash,
    now,
  ])
}

/** Takes the invitation: of two requests at once one gets it. */
export function takeInvitation(tx: Tx, hash: Buffer, now: Date): Promise<InvitationRow | undefined> {
  return tx.first<InvitationRow>('delete from staff_invitation where token_hash = $1 and expires_at > $2 returning *', [
    hash,
    now,
  ])
}

/** Undefined when the login was taken in the meantime. */
export function addStaff(
  tx: Tx,
  row: InvitationRow & { passwordHash: string; step: number; now: Date },
): Promise<StaffRow | undefined> {
  return tx.first<StaffRow>(
    `insert into staff_member (login, name, roles, password_hash, sealed_secret, last_step, invited_by, joined_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (login) do nothing returning *`,
    [row.login, row.name, row.roles, row.passwordHash, row.sealed_secret, row.step, row.invited_by, row.now],
  )
}

/** Ends earlier sessions, keys and wrong tries. Undefined for somebody who was disabled in the meantime. */
export async function resetStaff(
  tx: Tx,
  row: { login: string; sealed_secret: string; passwordHash: string; step: number; now: Date },
): Promise<StaffRow | undefined> {
  const reset = await tx.first<StaffRow>(
    `update staff_member set password_hash = $2, sealed_secret = $3, last_step = $4
      where login = $1 and disabled_at is null returning *`,
    [row.login, row.passwordHash, row.sealed_secret, row.step],
  )
  if (!reset) return undefined
  const { id } = reset
  await tx.query('delete from staff_session where staff_id = $1', [id])
  await clearTries(tx, row.login)
  await tx.query('delete from staff_passkey where staff_id = $1', [id])
  await tx.query('update staff_key set revoked_at = $2 where staff_id = $1 and revoked_at is null', [id, row.now])
  return reset
}

/**
 * A code counts once: its step must be newer than every used one. It counts for the person as `row` was read: with a
 * new password comes a new authenticator.
 */
export function takeStep(tx: Queryable, row: Pick<StaffRow, 'id' | 'password_hash'>, step: number): Promise<boolean> {
  return tx.some(
    'update staff_member set last_step = $2 where id = $1 and last_step < $2 and password_hash = $3 returning id',
    [row.id, step, row.password_hash],
  )
}

export async function addSession(
  tx: Queryable,
  session: { hash: Buffer; staffId: bigint; now: Date; endsAt: Date },
): Promise<void> {
  await tx.query(
    'insert into staff_session (token_hash, staff_id, created_at, last_seen_at, ends_at) values ($1, $2, $3, $3, $4)',
    [session.hash, session.staffId, session.now, session.endsAt],
  )
  await tx.query('update staff_member set last_seen_at = $2 where id = $1', [session.staffId, session.now])
}

export type LiveSession = StaffRow & { ends_at: Date; seen_at: Date }

export function findSession(tx: Queryable, hash: Buffer, now: Date, idleSince: Date) {
  return tx.first<LiveSession>(
    `select member.*, session.ends_at, session.last_seen_at as seen_at
       from staff_session session join staff_member member on member.id = session.staff_id
      where session.token_hash = $1 and session.ends_at > $2 and session.last_seen_at > $3 and member.disabled_at is null`,
    [hash, now, idleSince],
  )
}

export async function touchSession(tx: Queryable, hash: Buffer, now: Date): Promise<void> {
  await tx.query('update staff_session set last_seen_at = $2 where token_hash = $1', [hash, now])
}

export async function deleteSession(tx: Queryable, hash: Buffer): Promise<void> {
  await tx.query('delete from staff_session where token_hash = $1', [hash])
}

export async function deleteExpired(tx: Queryable, now: Date): Promise<void> {
  await tx.query('delete from staff_session where ends_at <= $1', [now])
  await tx.query('delete from staff_invitation where expires_at <= $1', [now])
  await tx.query('delete from queue_claim where until <= $1', [now])
  await tx.query('delete from staff_provider_visit where expires_at <= $1', [now])
  await deleteOldTries(tx, now)
}

export const listStaff = (tx: Queryable, limit: number) =>
  tx.query<StaffRow & { subject: string | null; let_in_alone: boolean }>(
    `select member.*, identity.subject,
            exists (select from staff_tie tie where tie.login = member.login and tie.alone) as let_in_alone
       from staff_member member left join staff_identity identity on identity.staff_id = member.id
      order by member.login limit $1`,
    [limit],
  )

/** Everybody who may sign in. */
export const listActive = (tx: Queryable) =>
  tx.query<Pick<StaffRow, 'id' | 'login' | 'roles'>>(
    'select id, login, roles from staff_member where disabled_at is null order by login limit 1000',
  )

export function setRoles(tx: Tx, login: string, roles: readonly StaffRole[]): Promise<boolean> {
  return tx.some('update staff_member set roles = $2 where login = $1 returning id', [login, roles])
}

/** Also ends all sessions. */
export async function disable(tx: Tx, login: string, now: Date): Promise<boolean> {
  const row = await tx.first<{ id: bigint }>(
    'update staff_member set disabled_at = $2 where login = $1 and disabled_at is null returning id',
    [login, now],
  )
  const id = row?.id
  if (id !== undefined) await tx.query('delete from staff_session where staff_id = $1', [id])
  return id !== undefined
}

/** In the caller's transaction. `taken`: the subject is linked to somebody else. */
export async function linkIdentity(
  tx: Tx,
  link: { issuer: string; subject: string; login: string; by: string; now: Date },
): Promise<'linked' | 'taken' | 'unknown'> {
  const row = await findByLogin(tx, link.login)
  if (!row || row.disabled_at) return 'unknown'
  await tx.query('delete from staff_identity where staff_id = $1', [row.id])
  const isLinked = await tx.some(
    `insert into staff_identity (issuer, subject, staff_id, linked_by, linked_at) values ($1, $2, $3, $4, $5)
     on conflict (issuer, subject) do nothing returning staff_id`,
    [link.issuer, link.subject, row.id, link.by, link.now],
  )
  return isLinked ? 'linked' : 'taken'
}

/** False if there was no link. Ends sign-ins that are under way with it. */
export async function unlinkIdentity(tx: Tx, login: string): Promise<boolean> {
  const gone = await tx.first<{ staff_id: bigint }>(
    'delete from staff_identity where staff_id = (select id from staff_member where login = $1) returning staff_id',
    [login],
  )
  if (gone) await tx.query('delete from staff_provider_visit where staff_id = $1', [gone.staff_id])
  return gone !== undefined
}
