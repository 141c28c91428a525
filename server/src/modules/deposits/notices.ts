import { createHash } from 'node:crypto'
import type { DepositNotice } from '../../../../contract/deposits'
import type { Tx } from '../../database/database'
import { parseMoney } from '../../shared/money'
import { ok, type Result, refuse } from '../../shared/result'
import { MONEY_STATUS } from '../../shared/stored'
import type { DepositsDeps } from './deps'
import { creditDeposit, failDeposit } from './outcomes'
import * as repository from './repository'

/**
 * Carries a notice out, or returns why not; a refusal changes nothing. Money that was paid is credited even when the
 * deposit was canceled, has expired or was refused before: only an operator's rejection and a credit are final.
 */
async function carryOut(
  tx: Tx,
  deps: DepositsDeps,
  channel: string,
  notice: DepositNotice,
): Promise<repository.NoticeRefusal | undefined> {
  const row = await repository.deposits.lockByReference(tx, notice.reference)
  if (row?.channel !== channel) return 'not_found'
  const { code, scale } = deps.config.currency
  // Ten thousand in another currency are not ten thousand in ours.
  if (notice.currency !== code || parseMoney(notice.amount, scale) !== row.amount) return 'amount_invalid'
  if (notice.status === 'failed') {
    if (row.status !== MONEY_STATUS.under_review)
      return row.status === MONEY_STATUS.successful ? 'deposit_decided' : undefined
    await failDeposit(tx, deps, row, { code: 'gateway_refused', note: null })
    return undefined
  }
  if (row.status === MONEY_STATUS.successful || row.reason_code === 'rejected') return 'deposit_decided'
  if (!(await repository.userLives(tx, row.user_id))) return 'deposit_decided'
  await creditDeposit(tx, deps, row)
  return undefined
}

/** After `checkNotice`. Every repeat of a notice gets the answer to the first one. */
export async function receiveNotice(
  deps: DepositsDeps,
  channel: string,
  notice: DepositNotice,
  body: Buffer,
): Promise<Result<undefined, 'amount_invalid' | 'deposit_decided' | 'not_found' | 'request_id_conflict'>> {
  const hash = createHash('sha256').update(body).digest()
  // A refusal is stored, too: the transaction commits in any case.
  const refusal = await deps.database.withTransaction(async (tx) => {
    const row = {
      channel,
      notice_id: notice.noticeId,
      body_hash: hash,
      reference: notice.reference,
      status: notice.status,
      amount: notice.currency === deps.config.currency.code ? notice.amount : `${notice.amount} ${notice.currency}`,
      refusal: null,
      received_at: new Date(deps.clock.now()),
    }
    // A repeat that arrives in the meantime waits here until the first one ends.
    if (!(await repository.insertNotice(tx, row))) {
      const known = await repository.findNotice(tx, channel, notice.noticeId)
      return known?.body_hash.equals(hash) ? known.refusal : 'request_id_conflict'
    }
    const refused = await carryOut(tx, deps, channel, notice)
    if (refused) await repository.noteRefusal(tx, channel, notice.noticeId, refused)
    return refused ?? null
  })
  return refusal === null ? ok(undefined) : refuse(refusal)
}
