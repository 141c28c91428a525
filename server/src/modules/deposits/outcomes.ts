import type { FailureReason } from '../../../../contract/deposits'
import type { Tx } from '../../database/database'
import { assert, present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import { DAY_MS } from '../../shared/time'
import { notifyUser } from '../../users/userEvents'
import type { DepositsDeps } from './deps'
import type { DepositRow } from './repository'
import * as repository from './repository'

/** How long a receipt is kept after its deposit was decided, for later questions. */
const RECEIPT_KEPT_MS = 180 * DAY_MS

async function releaseReceipt(tx: Tx, deps: DepositsDeps, row: DepositRow) {
  if (row.receipt_upload_id === null) return
  const until = new Date(deps.clock.now() + RECEIPT_KEPT_MS)
  await deps.uploads.discard(tx, row.user_id, [row.receipt_upload_id], until)
}

/** The only transfer of a deposit. The caller has locked the row, and it is not credited yet. */
export async function credit(tx: Tx, deps: DepositsDeps, row: DepositRow): Promise<DepositRow> {
  const credited = await repository.markCredited(tx, row.number, new Date(deps.clock.now()))
  const posted = await deps.ledger.post(tx, {
    userId: row.user_id,
    kind: 'depositCredited',
    reference: row.id,
    postings: [
      { account: 'funding', amount: -row.amount },
      { account: 'available', amount: row.amount },
    ],
  })
  assert(posted.outcome === 'posted', 'a deposit that was not credited has no transfer')
  await deps.messages.send(tx, {
    userId: row.user_id,
    kind: 'deposit_successful',
    facts: { amount: formatMoney(row.amount, deps.config.currency.scale), reference: row.reference },
    reference: `deposit ${row.id}`,
  })
  await releaseReceipt(tx, deps, row)
  await notifyUser(tx, row.user_id, ['deposits', 'account'])
  return present(credited, 'the caller holds a row that is not credited')
}

/** Ends a deposit under review that the caller has locked. A user who canceled gets no message. */
export async function fail(tx: Tx, deps: DepositsDeps, row: DepositRow, reason: FailureReason): Promise<DepositRow> {
  const failed = await repository.markFailed(tx, row.number, { ...reason, at: new Date(deps.clock.now()) })
  if (reason.code !== 'cancelled_by_user') {
    await deps.messages.send(tx, {
      userId: row.user_id,
      kind: 'deposit_failed',
      facts: {
        amount: formatMoney(row.amount, deps.config.currency.scale),
        reference: row.reference,
        reason: reason.code,
        ...(reason.note ? { note: reason.note } : {}),
      },
      reference: `deposit ${row.id}`,
    })
  }
  await releaseReceipt(tx, deps, row)
  await notifyUser(tx, row.user_id, ['deposits'])
  return present(failed, 'the caller holds a row that is under review')
}
