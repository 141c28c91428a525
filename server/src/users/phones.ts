import type { Tx } from '../database/database'
import type { Sealer } from '../shared/sealing'

/** Phone numbers are sealed, and found by digests (docs/SECURITY.md). */
export type PhoneSealer = Pick<Sealer, 'seal' | 'openText' | 'digests'>

export interface PhoneRow {
  /** Null if the user was deleted or the key is lost. */
  sealed_phone: string | null
}

/** A column for a statement on `app_user`. */
export const USER_PHONE_COLUMN =
  '(select sealed from user_phone where user_phone.user_id = app_user.id) as sealed_phone'

const PURPOSE = 'phone'
const contextOfUser = (userId: bigint) => `phone of user ${userId}`
const contextOfRegistration = (tokenHash: Buffer) => `phone of registration ${tokenHash.toString('hex')}`

/**
 * Undefined if there is none, or none that a configured key opens: after the loss of a key, what needs no number
 * continues.
 */
function open(sealer: Pick<Sealer, 'openText'>, { sealed_phone }: PhoneRow, context: string): string | undefined {
  if (sealed_phone === null) return undefined
  try {
    return sealer.openText(sealed_phone, context)
  } catch {
    return undefined
  }
}

export const phoneOfUser = (sealer: Pick<Sealer, 'openText'>, userId: bigint, row: PhoneRow) =>
  open(sealer, row, contextOfUser(userId))

export const phoneOfRegistration = (sealer: Pick<Sealer, 'openText'>, tokenHash: Buffer, row: PhoneRow) =>
  open(sealer, row, contextOfRegistration(tokenHash))

/** As staff and the user see it. */
export const maskedPhone = (phone: string | undefined) =>
  phone === undefined ? '****' : `${phone.slice(0, 3)}****${phone.slice(-4)}`

export const phoneDigests = (sealer: Pick<Sealer, 'digests'>, phone: string) => sealer.digests(phone, PURPOSE)

/** The digests that find a number in `phone_mark`. */
export const phoneMarks = (sealer: Pick<Sealer, 'digests'>, phone: string) =>
  phoneDigests(sealer, phone).map(({ digest }) => digest)

export const sealUserPhone = (sealer: Pick<Sealer, 'seal'>, userId: bigint, phone: string) =>
  sealer.seal(phone, contextOfUser(userId))

export const sealRegistrationPhone = (sealer: Pick<Sealer, 'seal'>, tokenHash: Buffer, phone: string) =>
  sealer.seal(phone, contextOfRegistration(tokenHash))

type Owner = { userId: bigint } | { registration: Buffer }

/**
 * Claims a number for one owner; false if it is somebody's, and then the caller undoes what it wrote. Of two at once
 * the second one waits for the first one's end.
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
  return claimed.length === digests.length
}

/** Keeps the number of a new user; false if it is somebody's. */
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
 * Gives a user another number, or one again after its key was lost; false if it is somebody else's, and then the caller
 * undoes what it wrote.
 */
export async function replaceUserPhone(
  tx: Tx,
  sealer: PhoneSealer,
  userId: bigint,
  { country, phone }: NewPhone,
): Promise<boolean> {
  await tx.query('update app_user set phone_country = $2 where id = $1', [userId, country])
  await forgetUserPhone(tx, userId)
  return keepUserPhone(tx, sealer, userId, phone)
}

/** Part of a deletion. */
export async function forgetUserPhone(tx: Tx, userId: bigint): Promise<void> {
  await tx.query('delete from user_phone where user_id = $1', [userId])
  await tx.query('delete from phone_mark where user_id = $1', [userId])
}
