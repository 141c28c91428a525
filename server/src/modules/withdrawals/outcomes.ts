import type { Tx } from '../../database/database'
import type { Ledger } from '../../ledger/ledger'
import { assert, present } from '../../shared/assert'
import type { Clock } from '../../shared/clock'
import { formatMoney } from '../../shared/money'
import { notifyUser } from '../../users/userEvents'
import type { MessagesService } from '../messages/service'
import type { WithdrawalRow } from './repository'
import * as repository from './repository'

export interface WithdrawalOutcomeDeps {
  clock: Clock
  ledger: Ledger
  messages: MessagesService
  config: { currency: { scale: number } }
}

/** The only transfer of a paid withdrawal. The caller has locked the row, and it is under review. */
export async function pay(
  tx: Tx,
  deps: WithdrawalOutcomeDeps,
  row: WithdrawalRow,
  payoutReference: string,
): Promise<WithdrawalRow> {
  const paid = await repository.markPaid(tx, row.number, payoutReference, new Date(deps.clock.now()))
  const received = row.amount - row.fee
  const posted = await deps.ledger.post(tx, {
    userId: row.user_id,
    kind: 'withdrawalPaid',
    reference: row.id,
    postings: [
      { account: 'inWithdrawal', amount: -row.amount },
      { account: 'funding', amount: received },
      ...(row.fee > 0n ? [{ account: 'fees' as const, amount: row.fee }] : []),
    ],
  })
  assert(posted.outcome === 'posted', 'a withdrawal under review is held and has no end yet')
  const money = (minor: bigint) => formatMoney(minor, deps.config.currency.scale)
  await deps.messages.send(tx, {
    userId: row.user_id,
    kind: 'withdrawal_successful',
    facts: { amount: money(row.amount), received: money(received), reference: row.reference },
    reference: `withdrawal ${row.id}`,
  })
  await notifyUser(tx, row.user_id, ['withdrawals', 'account'])
  return present(paid, 'the caller holds a row that is under review')
}

/** The only transfer of a withdrawal that is returned. A user who canceled gets no message. */
export async function giveBack(
  tx: Tx,
  deps: WithdrawalOutcomeDeps,
  row: WithdrawalRow,
  reason: { code: 'cancelled_by_user' | 'rejected'; note: string | null },
): Promise<WithdrawalRow> {
  const returned = await repository.markReturned(tx, row.number, { ...reason, at: new Date(deps.clock.now()) })
  const posted = await deps.ledger.post(tx, {
    userId: row.user_id,
    kind: 'withdrawalReturned',
    reference: row.id,
    postings: [
      { account: 'inWithdrawal', amount: -row.amount },
      { account: 'available', amount: row.amount },
    ],
  })
  assert(posted.outcome === 'posted', 'a withdrawal under review is held and has no end yet')
  if (reason.code === 'rejected') {
    await deps.messages.send(tx, {
      userId: row.user_id,
      kind: 'withdrawal_failed',
      facts: {
        amount: formatMoney(row.amount, deps.config.currency.scale),
        reference: row.reference,
        reason: reason.code,
        ...(reason.note ? { note: reason.note } : {}),
      },
      reference: `withdrawal ${row.id}`,
    })
  }
  await notifyUser(tx, row.user_id, ['withdrawals', 'account'])
  return present(returned, 'the caller holds a row that is under review')
}
