import type { Config } from '../../config'
import type { Database, Queryable } from '../../plugins/database'
import { boundedRows, EXPORT_ROWS_MAX, type PersonalDataSource } from '../../shared/personalData'
import type { Sealer } from '../../shared/sealing'
import { listDeposits } from './depositRepository'
import { openPayee, payoutContext } from './payee'
import { deletePayoutAccount, findPayoutAccount } from './payoutRepository'
import { depositToWire, withdrawalToWire } from './wire'
import { forgetPayees, listWithdrawals } from './withdrawalRepository'

interface WalletData {
  database: Database
  sealer: Sealer
  config: Pick<Config, 'currency'>
}

async function read({ database, sealer, config }: WalletData, userId: bigint) {
  const { scale } = config.currency
  const all = { status: undefined, before: null, limit: EXPORT_ROWS_MAX + 1 }
  const account = await findPayoutAccount(database, userId)
  const deposits = await listDeposits(database, userId, all)
  const withdrawals = await listWithdrawals(database, userId, all)
  return {
    payoutAccount: account
      ? {
          kind: account.kind,
          nationality: account.nationality,
          bank: account.bank,
          chain: account.chain,
          boundAt: account.bound_at.toISOString(),
          ...openPayee(sealer, account.sealed, payoutContext(userId)),
        }
      : null,
    deposits: boundedRows(deposits.map((row) => depositToWire(row, scale))),
    withdrawals: boundedRows(withdrawals.map((row) => withdrawalToWire(row, scale))),
  }
}

async function isUnderReview(tx: Queryable, table: 'deposit' | 'withdrawal', userId: bigint): Promise<boolean> {
  const rows = await tx.query(`select 1 as found from ${table} where user_id = $1 and status = 1 limit 1`, [userId])
  return rows.length > 0
}

/** Deposits and withdrawals stay after a deletion, as the postings do; who was paid, and where, goes. */
export function walletPersonalData(deps: WalletData): PersonalDataSource {
  return {
    section: 'wallet',
    read: (userId) => read(deps, userId),
    async blockers(tx, userId) {
      const deposits = await isUnderReview(tx, 'deposit', userId)
      const withdrawals = await isUnderReview(tx, 'withdrawal', userId)
      return [...(deposits ? (['deposits'] as const) : []), ...(withdrawals ? (['withdrawals'] as const) : [])]
    },
    async erase(tx, userId) {
      await deletePayoutAccount(tx, userId)
      await forgetPayees(tx, userId)
    },
  }
}
