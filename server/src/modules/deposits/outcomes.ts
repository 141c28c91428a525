import type { FailureReason } from '../../../../contract/deposits'
import type { Tx } from '../../database/database'
import { present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import { DAY_MS } from '../../shared/time'
import { closeRequest, failureFacts } from '../moneyRequest'
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

const factsOf = ({ config }: DepositsDeps, { amount, reference }: DepositRow) => ({
  amount: formatMoney(amount, config.currency.scale),
  reference,
})

/** The only transfer of a deposit. The caller has locked the row, and it is not credited yet. */
export async function creditDeposit(tx: Tx, deps: DepositsDeps, row: DepositRow): Promise<DepositRow> {
  const credited = await repository.markCredited(tx, row.number, new Date(deps.clock.now()))
  const postings = [
    { account: 'funding' as const, amount: -row.amount },
    { account: 'available' as const, amount: row.amount },
  ]
  await closeRequest(tx, deps, row, {
    table: 'deposit',
    transfer: { kind: 'depositCredited', postings },
    told: { kind: 'deposit_successful', facts: factsOf(deps, row) },
  })
  await releaseReceipt(tx, deps, row)
  return present(credited, 'the caller holds a row that is not credited')
}

/** Ends a deposit under review that the caller has locked. */
export async function failDeposit(
  tx: Tx,
  deps: DepositsDeps,
  row: DepositRow,
  reason: FailureReason,
): Promise<DepositRow> {
  const failed = await repository.markFailed(tx, row.number, { ...reason, at: new Date(deps.clock.now()) })
  const facts = { ...factsOf(deps, row), ...failureFacts(reason) }
  await closeRequest(tx, deps, row, {
    table: 'deposit',
    told: reason.code === 'cancelled_by_user' ? undefined : { kind: 'deposit_failed', facts },
  })
  await releaseReceipt(tx, deps, row)
  return present(failed, 'the caller holds a row that is under review')
}
