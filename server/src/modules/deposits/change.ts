import type { Deposit } from '../../../../contract/deposits'
import type { ErrorCode } from '../../../../contract/errors'
import type { Tx } from '../../database/database'
import { present } from '../../shared/assert'
import { ok, type Result, refuse } from '../../shared/result'
import { MONEY_STATUS } from '../../shared/stored'
import type { DepositsDeps } from './deps'
import { KINDS } from './kinds'
import { failDeposit } from './outcomes'
import type { DepositRow } from './repository'
import * as repository from './repository'
import { depositToWire } from './wire'

/** Changes one of the user's own deposits under review, in its own transaction. */
async function change<C extends ErrorCode>(
  deps: DepositsDeps,
  userId: bigint,
  id: string,
  work: (tx: Tx, row: DepositRow) => Promise<Result<DepositRow, C>>,
): Promise<Result<Deposit, C | 'not_found'>> {
  const result = await deps.database.attempt(async (tx) => {
    const row = await repository.deposits.lock(tx, userId, id)
    return row ? work(tx, row) : refuse('not_found')
  })
  return result.ok ? ok(depositToWire(result.value, deps.config.currency.scale)) : result
}

async function cancelIn(tx: Tx, deps: DepositsDeps, row: DepositRow): Promise<Result<DepositRow, 'deposit_decided'>> {
  // The answer was lost and the client sends the request again.
  if (row.status === MONEY_STATUS.failed && row.reason_code === 'cancelled_by_user') return ok(row)
  if (row.status !== MONEY_STATUS.under_review) return refuse('deposit_decided')
  return ok(await failDeposit(tx, deps, row, { code: 'cancelled_by_user', note: null }))
}

async function addReceiptIn(
  tx: Tx,
  deps: DepositsDeps,
  row: DepositRow,
  uploadId: string,
): Promise<Result<DepositRow, 'deposit_decided' | 'invalid_request' | 'photo_missing'>> {
  if (row.receipt_upload_id === uploadId) return ok(row)
  if (row.status !== MONEY_STATUS.under_review) return refuse('deposit_decided')
  if (!KINDS[row.channel_kind].isByHand) {
    return refuse('invalid_request', { fields: [{ field: 'id', problem: 'this channel takes no receipt' }] })
  }
  const use = `deposit ${row.id}`
  const now = new Date(deps.clock.now())
  if (!(await deps.uploads.attach(tx, { userId: row.user_id, id: uploadId, purpose: 'deposit_receipt', use }))) {
    return refuse('photo_missing')
  }
  if (row.receipt_upload_id !== null) await deps.uploads.discard(tx, row.user_id, [row.receipt_upload_id], now)
  return ok(present(await repository.addReceipt(tx, row.number, uploadId, now), 'the row is held'))
}

export const cancel = (deps: DepositsDeps, userId: bigint, id: string) =>
  change(deps, userId, id, (tx, row) => cancelIn(tx, deps, row))

/** `invalid_request` if the channel takes no receipt. */
export const addReceipt = (deps: DepositsDeps, userId: bigint, id: string, uploadId: string) =>
  change(deps, userId, id, (tx, row) => addReceiptIn(tx, deps, row, uploadId))
