import type { AnyReceipt } from '../../../../contract/proof'
import type { Database } from '../../database/database'
import type { Clock } from '../../shared/clock'
import { ok, type Result, refuse } from '../../shared/result'
import { SETTLED_TEXT } from '../../signedLogs/leaves'
import { leafHash } from '../../signedLogs/merkle'
import type { PersonalDataSource } from '../../users/personalData'
import { proofCodeOf } from './proofCode'
import type { ReceiptRefusal } from './receipts'

interface SharedDeps {
  database: Database
  clock: Clock
  receiptOf(userId: bigint, orderId: string): Promise<Result<AnyReceipt, ReceiptRefusal>>
}

/** Receipts that their users let anyone open by the proof code (PRODUCT.md 10.15). */
export type SharedResults = ReturnType<typeof createSharedResults>

export function createSharedResults({ database, clock, receiptOf }: SharedDeps) {
  return {
    async isShared(userId: bigint, orderId: string): Promise<boolean> {
      return database.some('select 1 as one from shared_result where user_id = $1 and order_id = $2', [userId, orderId])
    },
    async share(userId: bigint, orderId: string): Promise<Result<true, 'receipt_not_ready'>> {
      const row = await database.first<{ text: string }>(
        `select ${SETTLED_TEXT} as text
           from trade_order placed join settlement on settlement.order_number = placed.number join result_leaf using (leaf)
          where placed.user_id = $1 and placed.id = $2`,
        [userId, orderId],
      )
      if (!row) return refuse('receipt_not_ready')
      const code = proofCodeOf(leafHash(row.text).toString('hex')).replaceAll('-', '')
      await database.query(
        `insert into shared_result (user_id, order_id, code, shared_at) values ($1, $2, $3, $4) on conflict do nothing`,
        [userId, orderId, code, new Date(clock.now())],
      )
      return ok(true)
    },
    async unshare(userId: bigint, orderId: string) {
      await database.query('delete from shared_result where user_id = $1 and order_id = $2', [userId, orderId])
    },
    async receipt(code: string): Promise<Result<AnyReceipt, 'not_found' | ReceiptRefusal>> {
      const row = await database.first<{ user_id: bigint; order_id: string }>(
        'select user_id, order_id from shared_result where code = $1',
        [code],
      )
      return row ? receiptOf(row.user_id, row.order_id) : refuse('not_found')
    },
  }
}

/** Which results a user shares; that ends with the account. */
export function sharedPersonalData(database: Database): PersonalDataSource {
  return {
    section: 'sharedResults',
    async read(userId) {
      const rows = await database.query<{ order_id: string; shared_at: Date }>(
        'select order_id, shared_at from shared_result where user_id = $1 order by shared_at desc limit 10000',
        [userId],
      )
      return rows.map((row) => ({ orderId: row.order_id, sharedAt: row.shared_at.toISOString() }))
    },
    async erase(tx, userId) {
      await tx.query('delete from shared_result where user_id = $1', [userId])
    },
  }
}
