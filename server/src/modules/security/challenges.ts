import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '../../database/database'
import type { Sealer } from '../../shared/sealing'

/** How long a user has to answer a challenge. */
export const CHALLENGE_MS = 5 * 60_000

/** Purpose of a response to the challenge: a login cannot pass as a consent to pay. */
export type ChallengePurpose = 'add' | 'login' | 'confirm' | 'staff_add' | 'staff_login' | 'staff_confirm'

const PURPOSES: Record<ChallengePurpose, number> = {
  add: 1,
  login: 2,
  confirm: 3,
  staff_add: 4,
  staff_login: 5,
  staff_confirm: 6,
}
/** Purpose, expiry, user, 16 random bytes. */
const HEAD_BYTES = 1 + 8 + 8 + 16
const MARK_BYTES = 32
const CONTEXT = 'passkey challenge'

/** For whom, a user or a member of staff, and for what; before a login nobody is known (0). */
interface ChallengeUse {
  purpose: ChallengePurpose
  userId: bigint
}

/**
 * A challenge that holds its own purpose and expiry, authenticated by the server's key: asking for one writes nothing,
 * so nobody can fill the database that way.
 */
export function newChallenge(sealer: Pick<Sealer, 'marks'>, { purpose, userId }: ChallengeUse, now: number): string {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(PURPOSES[purpose], 0)
  head.writeBigUInt64BE(BigInt(now + CHALLENGE_MS), 1)
  head.writeBigUInt64BE(userId, 9)
  randomBytes(16).copy(head, 17)
  return Buffer.concat([head, sealer.marks(head.toString('base64url'), CONTEXT)[0]]).toString('base64url')
}

/** Its expiry; undefined for a challenge that is not this server's, has another use, or has expired. */
export function readChallenge(
  sealer: Pick<Sealer, 'marks'>,
  challenge: string,
  { purpose, userId }: ChallengeUse,
  now: number,
): Date | undefined {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== HEAD_BYTES + MARK_BYTES) return undefined
  const head = bytes.subarray(0, HEAD_BYTES)
  const mark = bytes.subarray(HEAD_BYTES)
  if (!sealer.marks(head.toString('base64url'), CONTEXT).some((each) => timingSafeEqual(each, mark))) return undefined
  if (head.readUInt8(0) !== PURPOSES[purpose] || head.readBigUInt64BE(9) !== userId) return undefined
  const expiresAt = Number(head.readBigUInt64BE(1))
  return expiresAt > now ? new Date(expiresAt) : undefined
}

/** Uses it up; false if it was used before. Deletes expired ones. */
export async function takeChallenge(tx: Queryable, challenge: string, expiresAt: Date, now: Date): Promise<boolean> {
  await tx.query(
    `delete from used_challenge where challenge in (
       select challenge from used_challenge where expires_at <= $1 order by expires_at limit 100
          for update skip locked)`,
    [now],
  )
  return tx.some(
    'insert into used_challenge (challenge, expires_at) values ($1, $2) on conflict do nothing returning expires_at',
    [Buffer.from(challenge, 'base64url'), expiresAt],
  )
}
