import type { ConsoleProblem } from '../../../../contract/console'
import { operatorReasonOf } from '../../../../contract/operatorReasons'
import type { Tx } from '../../database/database'
import { creditProblem, type DepositProblem } from '../../modules/deposits/service'
import { paymentProblem, type WithdrawalProblem } from '../../modules/withdrawals/service'
import { MONEY_STATUS } from '../../shared/stored'
import { ConsoleRefusal } from '../../staff/refusal'
import { type ActionHandler, amountOf, type ConsoleDeps } from '../action'

const PROBLEMS: Record<DepositProblem | WithdrawalProblem, ConsoleProblem> = {
  unknown: 'not_found',
  successful: 'decided',
  failed: 'decided',
  still_open: 'still_open',
  other_amount: 'other_amount',
  user_deleted: 'user_deleted',
  picked_up: 'picked_up',
  not_picked_up: 'not_picked_up',
  frozen: 'frozen',
  user_frozen: 'user_frozen',
}
const refusal = (problem: DepositProblem | WithdrawalProblem) => new ConsoleRefusal(PROBLEMS[problem])

async function withdrawalOf(deps: ConsoleDeps, reference: string) {
  const row = await deps.withdrawals.find(reference)
  if (!row) throw refusal('unknown')
  return row
}

/**
 * The person who has picked it up; the row is locked, so nobody picks it up or hands it back before the transaction
 * ends.
 */
async function lockPickUp(tx: Tx, reference: string): Promise<string | null> {
  const rows = await tx.query<{ picked_up_by: string | null }>(
    'select picked_up_by from withdrawal where reference = $1 for update',
    [reference],
  )
  return rows[0]?.picked_up_by ?? null
}

const byReference = {
  subject: ({ reference }: { reference: string }) => reference,
  key: ({ reference }: { reference: string }) => reference,
}

export const approveDeposit: ActionHandler<'deposits.approve'> = {
  ...byReference,
  amount: amountOf,
  async check(deps, params) {
    const found = await deps.deposits.find(params.reference)
    const claim = { amount: amountOf(params, deps.config.currency.scale), late: params.late ?? false }
    const problem = found ? creditProblem(found.deposit, claim) : 'unknown'
    if (problem) throw refusal(problem)
  },
  async run({ tx, deps }, params) {
    const claim = { amount: amountOf(params, deps.config.currency.scale), late: params.late ?? false }
    const result = await deps.deposits.approve(tx, params.reference, claim)
    if (!result.ok) throw refusal(result.error)
    return { details: { amount: `${params.amount} ${deps.config.currency.code}`, late: params.late ?? false } }
  },
}

export const rejectDeposit: ActionHandler<'deposits.reject'> = {
  ...byReference,
  async check(deps, params) {
    const found = await deps.deposits.find(params.reference)
    if (!found) throw refusal('unknown')
    if (found.deposit.status !== MONEY_STATUS.under_review) throw new ConsoleRefusal('decided')
  },
  async run({ tx, deps }, { reference, told, note }) {
    const text = operatorReasonOf(told, note)
    const result = await deps.deposits.reject(tx, reference, text)
    if (!result.ok) throw refusal(result.error)
    return { details: { told: text } }
  },
}

export const pickUpWithdrawal: ActionHandler<'withdrawals.pick-up'> = {
  ...byReference,
  amount: amountOf,
  async check(deps, params) {
    const row = await withdrawalOf(deps, params.reference)
    if (row.status !== MONEY_STATUS.under_review) throw new ConsoleRefusal('decided')
    if (row.picked_up_at !== null) throw refusal('picked_up')
    if (row.amount !== amountOf(params, deps.config.currency.scale)) throw refusal('other_amount')
  },
  async run({ tx, deps, asker }, { reference, amount }) {
    // The person who asked is the one who pays it and sees the payee.
    const result = await deps.withdrawals.pickUp(tx, reference, asker)
    if (!result.ok) throw refusal(result.error)
    return { details: { amount: `${amount} ${deps.config.currency.code}`, by: asker } }
  },
}

export const handBackWithdrawal: ActionHandler<'withdrawals.hand-back'> = {
  ...byReference,
  async check(deps, { reference }) {
    const row = await withdrawalOf(deps, reference)
    if (row.status !== MONEY_STATUS.under_review) throw new ConsoleRefusal('decided')
    if (row.picked_up_at === null) throw refusal('not_picked_up')
  },
  async run({ tx, deps }, { reference }) {
    const result = await deps.withdrawals.handBack(tx, reference)
    if (!result.ok) throw refusal(result.error)
    return { details: {} }
  },
}

export const approveWithdrawal: ActionHandler<'withdrawals.approve'> = {
  ...byReference,
  amount: amountOf,
  async check(deps, params, asker) {
    const row = await withdrawalOf(deps, params.reference)
    const problem = paymentProblem(row, amountOf(params, deps.config.currency.scale))
    if (problem) throw refusal(problem)
    // Otherwise two people could each pay it.
    if (row.picked_up_by !== asker) throw new ConsoleRefusal('picked_up_by_other')
  },
  async run({ tx, deps, asker }, { reference, payoutReference, ...params }) {
    const pickedUpBy = await lockPickUp(tx, reference)
    if (pickedUpBy !== null && pickedUpBy !== asker) throw new ConsoleRefusal('picked_up_by_other')
    const amount = amountOf(params, deps.config.currency.scale)
    const result = await deps.withdrawals.approve(tx, reference, { amount, payoutReference })
    if (!result.ok) throw refusal(result.error)
    return { details: { amount: `${params.amount} ${deps.config.currency.code}`, payoutReference } }
  },
}

export const rejectWithdrawal: ActionHandler<'withdrawals.reject'> = {
  ...byReference,
  async check(deps, params) {
    const row = await withdrawalOf(deps, params.reference)
    if (row.status !== MONEY_STATUS.under_review) throw new ConsoleRefusal('decided')
    if (row.picked_up_at !== null && !params.notSent) throw new ConsoleRefusal('not_sent_missing')
  },
  // The money may already have been sent by hand: returned as well, it would be paid twice.
  needsTwo: async (tx, { reference }) => (await lockPickUp(tx, reference)) !== null,
  async run({ tx, deps }, { reference, told, note, notSent = false }) {
    const pickedUpBy = await lockPickUp(tx, reference)
    if (pickedUpBy !== null && !notSent) throw new ConsoleRefusal('not_sent_missing')
    const text = operatorReasonOf(told, note)
    const result = await deps.withdrawals.reject(tx, reference, text)
    if (!result.ok) throw refusal(result.error)
    return { details: { told: text, ...(pickedUpBy !== null && { pickedUpBy, notSent }) } }
  },
}
