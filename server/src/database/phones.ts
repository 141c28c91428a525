import type { Sealer } from '../shared/sealing'
import type { Queryable, Tx } from './database'

/**
 * Phone numbers are sealed, and found by digests (docs/SECURITY.md). Until an operator has had all sealed, they stand in the
 * columns `phone_e164`, where nodes of the version before read and write them: everything that reads looks at both places, and what
 * writes asks `phonesAreSealed`.
 */
export type PhoneSealer = Pick<Sealer, 'seal' | 'openText' | 'digests'>

/** What a row has of a number. */
export interface PhoneColumns {
  /** Begins with "~" where the number is sealed or was deleted. */
  phone_e164: string
  sealed_phone: string | null
}

/** How a statement finds a number. */
export interface PhoneKeys {
  clear: string
  marks: Buffer[]
}

/** Of a statement on `app_user`. */
export const USER_PHONE_COLUMNS =
  'phone_e164, (select sealed from user_phone where user_phone.user_id = app_user.id) as sealed_phone'

const PURPOSE = 'phone'
const contextOfUser = (userId: bigint) => `phone of user ${userId}`
const contextOfRegistration = (tokenHash: Buffer) => `phone of registration ${tokenHash.toString('hex')}`

/** Undefined where there is none, or none that a configured key opens: after the loss of a key, what needs no number goes on. */
function open(sealer: Pick<Sealer, 'openText'>, row: PhoneColumns, context: string): string | undefined {
  if (row.sealed_phone === null) return row.phone_e164.startsWith('~') ? undefined : row.phone_e164
  try {
    return sealer.openText(row.sealed_phone, context)
  } catch {
    return undefined
  }
}

export const phoneOfUser = (sealer: Pick<Sealer, 'openText'>, userId: bigint, row: PhoneColumns) =>
  open(sealer, row, contextOfUser(userId))

export const phoneOfRegistration = (sealer: Pick<Sealer, 'openText'>, tokenHash: Buffer, row: PhoneColumns) =>
  open(sealer, row, contextOfRegistration(tokenHash))

/** As staff see it. */
export const maskedPhone = (phone: string | undefined) =>
  phone === undefined ? '****' : `${phone.slice(0, 3)}****${phone.slice(-4)}`

export const phoneDigests = (sealer: Pick<Sealer, 'digests'>, phone: string) => sealer.digests(phone, PURPOSE)

export const phoneKeys = (sealer: Pick<Sealer, 'digests'>, phone: string): PhoneKeys => ({
  clear: phone,
  marks: phoneDigests(sealer, phone).map(({ digest }) => digest),
})

export const sealUserPhone = (sealer: Pick<Sealer, 'seal'>, userId: bigint, phone: string) =>
  sealer.seal(phone, contextOfUser(userId))

export const sealRegistrationPhone = (sealer: Pick<Sealer, 'seal'>, tokenHash: Buffer, phone: string) =>
  sealer.seal(phone, contextOfRegistration(tokenHash))

/** Whether numbers are written sealed; a "no" holds until the transaction ends. */
export async function phonesAreSealed(tx: Tx): Promise<boolean> {
  const find = () => tx.query('select 1 as found from phones_sealed')
  if ((await find()).length > 0) return true
  // The step that seals takes a lock that waits for this one.
  await tx.query('lock table registration in row exclusive mode')
  return (await find()).length > 0
}

type Owner = { userId: bigint } | { registration: Buffer }

/**
 * Claims a number for one owner; false where it is somebody's, and then the caller undoes what it wrote. Of two at once the second
 * one waits for the first one's end.
 */
export async function claimPhone(
  tx: Tx,
  sealer: Pick<Sealer, 'digests'>,
  owner: Owner,
  phone: string,
): Promise<boolean> {
  // In one order everywhere, so that two claims of a number do not wait for each other.
  const digests = phoneDigests(sealer, phone).sort((one, other) => one.digest.compare(other.digest))
  const claimed = await tx.query(
    `insert into phone_mark (mark, key_name, user_id, registration)
       select mark, key_name, $3::bigint, $4::bytea from unnest($1::bytea[], $2::text[]) as made (mark, key_name)
     on conflict do nothing returning 1 as claimed`,
    [
      digests.map(({ digest }) => digest),
      digests.map(({ key }) => key),
      'userId' in owner ? owner.userId : null,
      'registration' in owner ? owner.registration : null,
    ],
  )
  if (claimed.length < digests.length) return false
  // What the step has not reached yet. It cannot seal this number meanwhile: it would wait for the marks.
  const [row] = await tx.query<{ taken: boolean }>(
    `select exists (select 1 from app_user where phone_e164 = $1)
              or exists (select 1 from registration where phone_e164 = $1) as taken`,
    [phone],
  )
  return row?.taken === false
}

/** Keeps the number of a new user; false where it is somebody's. */
export async function keepUserPhone(tx: Tx, sealer: PhoneSealer, userId: bigint, phone: string): Promise<boolean> {
  if (!(await claimPhone(tx, sealer, { userId }, phone))) return false
  await tx.query('insert into user_phone (user_id, sealed) values ($1, $2)', [
    userId,
    sealUserPhone(sealer, userId, phone),
  ])
  return true
}

interface NewPhone {
  /** ISO 3166. */
  country: string
  phone: string
}

/**
 * Gives a user another number, or one again after its key was lost; false where it is somebody else's, and then the caller undoes
 * what it wrote.
 */
export async function replaceUserPhone(
  tx: Tx,
  sealer: PhoneSealer,
  userId: bigint,
  { country, phone }: NewPhone,
): Promise<boolean> {
  if (await phonesAreSealed(tx)) {
    await tx.query(
      `update app_user set phone_country = $2, phone_e164 = case when phone_e164 like '~%' then phone_e164 else '~' || id end
        where id = $1`,
      [userId, country],
    )
    await forgetUserPhone(tx, userId)
    return keepUserPhone(tx, sealer, userId, phone)
  }
  const changed = await tx.query(
    `update app_user set phone_country = $2, phone_e164 = $3
      where id = $1 and not exists (select 1 from app_user where phone_e164 = $3 and id <> $1)
        and not exists (select 1 from registration where phone_e164 = $3)
      returning 1 as changed`,
    [userId, country, phone],
  )
  return changed.length > 0
}

/** Part of a deletion. */
export async function forgetUserPhone(tx: Tx, userId: bigint): Promise<void> {
  await tx.query('delete from user_phone where user_id = $1', [userId])
  await tx.query('delete from phone_mark where user_id = $1', [userId])
}

/** Whether the step that seals numbers is still to be run. */
export const phonesStandInTheClear = async (database: Queryable): Promise<boolean> =>
  (await database.query('select 1 as found from phones_sealed')).length === 0

/** Where no version before this one has ever run: numbers are sealed from the first one on. */
export async function sealPhonesFromTheStart(tx: Queryable): Promise<void> {
  await tx.query(
    `insert into phones_sealed (one)
       select true where not exists (select 1 from app_user) and not exists (select 1 from registration)
     on conflict do nothing`,
  )
}
