import type { Database } from '../../database/database'
import type { PersonalDataSource } from '../../users/personalData'
import { listPasskeys } from './passkeyRepository'
import { getSecondFactor } from './secondFactor'

const TABLES = ['recovery_code', 'second_factor', 'change_code', 'guess', 'withdrawal_hold', 'passkey'] as const

/** The account's protection. No export holds secrets or hashes. */
export function securityPersonalData({ database }: { database: Database }): PersonalDataSource {
  return {
    section: 'security',
    unexported: {
      guess: 'counts wrong tries for a while',
      change_code: 'a hash of a code that an operator issued',
    },
    async read(userId) {
      const factor = await getSecondFactor(database, userId)
      const holds = await database.query<{ reason: string; until: Date }>(
        'select reason, until from withdrawal_hold where user_id = $1',
        [userId],
      )
      const passkeys = await listPasskeys(database, userId)
      return {
        secondFactor: factor,
        withdrawalHold: holds.map(({ reason, until }) => ({ reason, until: until.toISOString() }))[0] ?? null,
        passkeys: passkeys.map((row) => ({
          name: row.name,
          createdAt: row.created_at.toISOString(),
          lastUsedAt: row.last_used_at?.toISOString() ?? null,
        })),
      }
    },
    async erase(tx, userId) {
      for (const table of TABLES) await tx.query(`delete from ${table} where user_id = $1`, [userId])
    },
  }
}
