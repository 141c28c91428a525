import type { Balance } from '../../../contract/accounts'
import type { Database, Queryable, Tx } from '../database/database'
import { databaseErrorCode } from '../database/database'
import { present } from '../shared/assert'
import { formatMoney } from '../shared/money'
import { ACCOUNT_KIND, type AccountKind, TRANSFER_KIND, type TransferKind, USER_ACCOUNT_KINDS } from './kinds'

/** One movement: postings in minor units that sum to 0. The same user, kind and reference post once. */
export interface Transfer {
  userId: bigint
  kind: TransferKind
  /** Id of what caused it, a UUID. */
  reference: string
  postings: { account: AccountKind; amount: bigint }[]
}

export type PostOutcome = { outcome: 'posted' | 'repeated'; transferId: bigint } | { outcome: 'insufficient' }

export interface Ledger {
  /** Opens the accounts of a new user, all at 0. */
  openAccounts(tx: Tx, userId: bigint): Promise<void>
  /** Posts inside the caller's transaction. After `insufficient` that transaction can only be rolled back. */
  post(tx: Tx, transfer: Transfer): Promise<PostOutcome>
  /** The available balance in minor units; until the transaction ends nothing else moves it. */
  lockAvailable(tx: Tx, userId: bigint): Promise<bigint>
  /** The balances as they go over the wire. */
  balanceOf(userId: bigint): Promise<Balance>
}

interface AccountRow {
  id: bigint
  kind: number
}

async function accountIds(tx: Queryable, userId: bigint, kinds: readonly AccountKind[]): Promise<Map<number, bigint>> {
  const rows = await tx.query<AccountRow>(
    `select id, kind from ledger_account
      where (user_id = $1 and kind = any ($2::smallint[]))
         or (user_id is null and kind = any ($2::smallint[]) and stripe = house_stripe(kind, $1))`,
    [userId, kinds.map((kind) => ACCOUNT_KIND[kind])],
  )
  return new Map(rows.map((row) => [row.kind, row.id]))
}

async function post(tx: Tx, transfer: Transfer): Promise<PostOutcome> {
  const ids = await accountIds(
    tx,
    transfer.userId,
    transfer.postings.map((posting) => posting.account),
  )
  const accounts = transfer.postings.map(({ account }) =>
    present(ids.get(ACCOUNT_KIND[account]), `user ${transfer.userId} has an account ${account}`),
  )
  try {
    const answer = await tx.first<{ transfer_id: bigint; posted: boolean }>(
      'select transfer_id, posted from ledger_post($1, $2::smallint, $3, $4::bigint[], $5::bigint[])',
      [
        transfer.userId,
        TRANSFER_KIND[transfer.kind],
        transfer.reference,
        accounts,
        transfer.postings.map((posting) => posting.amount),
      ],
    )
    const { posted, transfer_id: transferId } = present(answer, 'ledger_post answers one row')
    return { outcome: posted ? 'posted' : 'repeated', transferId }
  } catch (error) {
    if (databaseErrorCode(error) === '23514') return { outcome: 'insufficient' }
    throw error
  }
}

/** Sums of the user's accounts; `version` is the sum of their versions, so it grows with every one of them. */
async function balanceOf(database: Queryable, scale: number, userId: bigint): Promise<Balance> {
  const sums = await database.first<{ available: bigint; in_orders: bigint; total: bigint; version: bigint }>(
    `select coalesce(sum(balance) filter (where kind = ${ACCOUNT_KIND.available}), 0)::bigint as available,
            coalesce(sum(balance) filter (where kind = ${ACCOUNT_KIND.inOrders}), 0)::bigint as in_orders,
            coalesce(sum(balance), 0)::bigint as total,
            coalesce(sum(version), 0)::bigint as version
       from ledger_account where user_id = $1`,
    [userId],
  )
  const row = present(sums, 'an aggregate answers one row')
  return {
    available: formatMoney(row.available, scale),
    inOrders: formatMoney(row.in_orders, scale),
    total: formatMoney(row.total, scale),
    version: Number(row.version),
  }
}

async function lockAvailable(tx: Tx, userId: bigint): Promise<bigint> {
  const row = await tx.first<{ balance: bigint }>(
    'select balance from ledger_account where user_id = $1 and kind = $2 for no key update',
    [userId, ACCOUNT_KIND.available],
  )
  return present(row, `user ${userId} has an account available`).balance
}

export function createLedger(deps: { database: Database; config: { currency: { scale: number } } }): Ledger {
  return {
    async openAccounts(tx, userId) {
      await tx.query(
        'insert into ledger_account (user_id, kind) select $1, kind from unnest($2::smallint[]) as kind order by kind',
        [userId, USER_ACCOUNT_KINDS.map((kind) => ACCOUNT_KIND[kind])],
      )
    },
    post,
    lockAvailable,
    balanceOf: (userId) => balanceOf(deps.database, deps.config.currency.scale, userId),
  }
}
