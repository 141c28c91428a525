import type { Queryable, Tx } from '../../database/database'
import type { PhoneRow } from '../../users/phones'

export interface UserRow {
  id: bigint
  account: string
  nickname: string
  opening_code: string
  login_password_hash: string
}

export interface RegistrationRow extends PhoneRow {
  account: string
  phone_country: string
  opening_code: string
}

export interface NewRegistration extends Omit<RegistrationRow, keyof PhoneRow> {
  sealedPhone: string
  expiresAt: Date
}

export interface SessionRow {
  id: string
  device: string
  created_at: Date
  last_seen_at: Date
}

const USER_COLUMNS = 'id, account, nickname, opening_code, login_password_hash'

/** Accounts that differ only in letter case are the same. */
export const accountKey = (account: string) => account.toLowerCase()

export function findUserByAccount(tx: Queryable, account: string): Promise<UserRow | undefined> {
  return tx.first<UserRow>(`select ${USER_COLUMNS} from app_user where lower(account) = $1`, [accountKey(account)])
}

export function findUserById(tx: Queryable, id: bigint): Promise<UserRow | undefined> {
  return tx.first<UserRow>(`select ${USER_COLUMNS} from app_user where id = $1`, [id])
}

export function openingCodeExists(tx: Queryable, code: string): Promise<boolean> {
  // The code of a user who deleted the account opens nothing.
  return tx.some(
    `select 1 as found from opening_code where code = $1
        and not exists (select 1 from app_user where opening_code = $1 and deleted_at is not null)`,
    [code],
  )
}

/** Whether the account or the phone belongs to a user, or is reserved by a registration that has not expired. */
export async function findTaken(tx: Queryable, account: string, phoneMarks: readonly Buffer[]) {
  const row = await tx.first<{ account_taken: boolean; phone_taken: boolean }>(
    `select exists (select 1 from app_user where lower(account) = $1)
              or exists (select 1 from registration where account_key = $1) as account_taken,
            exists (select 1 from phone_mark where mark = any ($2::bytea[])) as phone_taken`,
    [accountKey(account), phoneMarks],
  )
  return { account: row?.account_taken ?? false, phone: row?.phone_taken ?? false }
}

/** Whether the account or the phone belongs to a user. */
export async function findUsersWith(tx: Queryable, account: string, phoneMarks: readonly Buffer[]) {
  const row = await tx.first<{ account_taken: boolean; phone_taken: boolean }>(
    `select exists (select 1 from app_user where lower(account) = $1) as account_taken,
            exists (select 1 from phone_mark where mark = any ($2::bytea[]) and user_id is not null) as phone_taken`,
    [accountKey(account), phoneMarks],
  )
  return { account: row?.account_taken ?? false, phone: row?.phone_taken ?? false }
}

/** Frees what no longer counts: expired tickets, the ticket that the same person replaces, and an identical one. */
export async function releaseRegistrations(
  tx: Tx,
  input: { now: Date; account: string; phoneMarks: readonly Buffer[]; replaced: Buffer | null },
) {
  await tx.query(
    `delete from registration
      where expires_at <= $1 or token_hash = $3
         or (account_key = $2 and token_hash in (select registration from phone_mark where mark = any ($4::bytea[])))`,
    [input.now, accountKey(input.account), input.replaced, input.phoneMarks],
  )
}

/** False when the account is reserved. */
export function insertRegistration(tx: Tx, tokenHash: Buffer, row: NewRegistration): Promise<boolean> {
  return tx.some(
    `insert into registration (token_hash, account_key, account, phone_country, sealed_phone, opening_code, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning account`,
    [
      tokenHash,
      accountKey(row.account),
      row.account,
      row.phone_country,
      row.sealedPhone,
      row.opening_code,
      row.expiresAt,
    ],
  )
}

export async function deleteRegistration(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.query('delete from registration where token_hash = $1', [tokenHash])
}

export function findRegistration(tx: Queryable, tokenHash: Buffer, now: Date) {
  return tx.first<RegistrationRow>(
    `select account, phone_country, sealed_phone, opening_code from registration
      where token_hash = $1 and expires_at > $2`,
    [tokenHash, now],
  )
}

export function takeRegistration(tx: Tx, tokenHash: Buffer, now: Date): Promise<RegistrationRow | undefined> {
  return tx.first<RegistrationRow>(
    `delete from registration where token_hash = $1 and expires_at > $2
     returning account, phone_country, sealed_phone, opening_code`,
    [tokenHash, now],
  )
}

/** Adds a code; false when it exists already. */
export function insertOpeningCode(tx: Queryable, code: string, issuedBy: string | null): Promise<boolean> {
  return tx.some('insert into opening_code (code, issued_by) values ($1, $2) on conflict do nothing returning code', [
    code,
    issuedBy,
  ])
}

export interface NewUser {
  account: string
  phone_country: string
  openingCode: string
  invitedBy: string | null
  loginPasswordHash: string
  tradePasswordHash: string
}

/** Undefined when the account was taken in the meantime. */
export async function insertUser(tx: Tx, user: NewUser): Promise<bigint | undefined> {
  const row = await tx.first<{ id: bigint }>(
    `insert into app_user (account, nickname, phone_country, login_password_hash, trade_password_hash, opening_code, invited_by_code)
     values ($1, $1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    [
      user.account,
      user.phone_country,
      user.loginPasswordHash,
      user.tradePasswordHash,
      user.openingCode,
      user.invitedBy,
    ],
  )
  const id = row?.id
  if (id !== undefined)
    await tx.query('update opening_code set owner_user_id = $2 where code = $1', [user.openingCode, id])
  return id
}

/** Version of the terms of service that hold now; undefined in a deployment without any. */
export async function findTerms(tx: Queryable): Promise<Date | undefined> {
  const row = await tx.first<{ updated_at: Date }>(
    `select updated_at from content_item where id = 'terms' and kind = 'document' and status = 'published'`,
  )
  return row?.updated_at
}

/** PRODUCT.md 9.1.1: which terms the user has agreed to, and when. */
export const keepConsent = (tx: Tx, userId: bigint, version: Date, at: Date) =>
  tx.query('update app_user set terms_version = $2, terms_accepted_at = $3 where id = $1', [userId, version, at])

/** Whether this is still the hash of the user's login password; it stays so until the transaction ends. */
export function holdLoginPassword(tx: Tx, userId: bigint, hash: string): Promise<boolean> {
  return tx.some('select 1 as found from app_user where id = $1 and login_password_hash = $2 for no key update', [
    userId,
    hash,
  ])
}

/** Locks the user: nothing is frozen for them until the transaction ends. */
export async function holdUser(tx: Tx, userId: bigint): Promise<void> {
  await tx.query('select 1 from app_user where id = $1 for no key update', [userId])
}
