import type { Database, Tx } from '../database/database'
import { assert } from '../shared/assert'
import { newId } from '../shared/ids'
import { formatMoney } from '../shared/money'
import type { Settings } from '../shared/settings'
import { boundedRows, type DeletionBlocker, EXPORT_ROWS_MAX, type PersonalDataSource } from '../users/personalData'
import { ACCOUNT_KIND, type AccountKind, TRANSFER_KIND } from './kinds'
import type { Ledger } from './ledger'

interface LedgerDeps {
  database: Database
  ledger: Ledger
  config: Pick<Settings, 'currency' | 'funds'>
}

interface PostingRow {
  transfer_id: bigint
  account_kind: number
  transfer_kind: number
  amount: bigint
  balance_after: bigint
  reference: string
  created_at: Date
}

const nameOf = (names: Record<string, number>, kind: number) =>
  Object.keys(names).find((name) => names[name] === kind) ?? String(kind)

async function read({ database, config }: LedgerDeps, userId: bigint) {
  const { scale } = config.currency
  const rows = await database.query<PostingRow>(
    `select posting.transfer_id, account.kind as account_kind, transfer.kind as transfer_kind, posting.amount,
            posting.balance_after, transfer.reference, transfer.created_at
       from ledger_posting posting
       join ledger_account account on account.id = posting.account_id
       join ledger_transfer transfer on transfer.id = posting.transfer_id
      where account.user_id = $1 order by posting.transfer_id desc, account.kind limit $2`,
    [userId, EXPORT_ROWS_MAX + 1],
  )
  return {
    currency: config.currency.code,
    ...boundedRows(
      rows.map((row) => ({
        transfer: String(row.transfer_id),
        kind: nameOf(TRANSFER_KIND, row.transfer_kind),
        account: nameOf(ACCOUNT_KIND, row.account_kind),
        amount: formatMoney(row.amount, scale),
        balanceAfter: formatMoney(row.balance_after, scale),
        reference: row.reference,
        at: row.created_at.toISOString(),
      })),
    ),
  }
}

/** The name of each account's money in a refusal. Demo funds that are free are posted back instead. */
const HELD: Partial<Record<AccountKind, DeletionBlocker>> = {
  inOrders: 'orders',
  inWithdrawal: 'withdrawals',
  savingsPending: 'savings',
  savingsConfirmed: 'savings',
}

async function blockers(tx: Tx, { config }: LedgerDeps, userId: bigint): Promise<DeletionBlocker[]> {
  // From here to the commit nothing of this user is posted by anyone else.
  const rows = await tx.query<{ kind: number; balance: bigint }>(
    'select kind, balance from ledger_account where user_id = $1 order by id for no key update',
    [userId],
  )
  const held = Object.entries(HELD)
    .filter(([name]) => rows.some((row) => nameOf(ACCOUNT_KIND, row.kind) === name && row.balance > 0n))
    .map(([, blocker]) => blocker)
  const free = rows.some((row) => row.kind === ACCOUNT_KIND.available && row.balance > 0n)
  return free && config.funds === 'live' ? ['balance', ...held] : held
}

async function giveBack(tx: Tx, { ledger }: LedgerDeps, userId: bigint) {
  const row = await tx.first<{ balance: bigint }>(
    'select balance from ledger_account where user_id = $1 and kind = $2',
    [userId, ACCOUNT_KIND.available],
  )
  const amount = row?.balance ?? 0n
  if (amount === 0n) return
  const posted = await ledger.post(tx, {
    userId,
    kind: 'accountClosed',
    reference: newId(),
    postings: [
      { account: 'available', amount: -amount },
      { account: 'funding', amount },
    ],
  })
  assert(posted.outcome === 'posted', 'the locked balance covers itself')
}

const BOOKS = 'the books are kept by law and have to add up; they hold a number, no name'

/** Postings are never erased: they hold a number, no name, and the books have to add up. */
export function ledgerPersonalData(deps: LedgerDeps): PersonalDataSource {
  return {
    section: 'ledger',
    kept: {
      ledger_account: BOOKS,
      ledger_transfer: BOOKS,
      ledger_posting: BOOKS,
    },
    read: (userId) => read(deps, userId),
    blockers: (tx, userId) => blockers(tx, deps, userId),
    erase: (tx, userId) => giveBack(tx, deps, userId),
  }
}
