import type { ConsoleProblem } from '../../../../contract/console'
import { operatorReasonOf } from '../../../../contract/operatorReasons'
import type { Tx } from '../../database/database'
import { creditProblem, type DepositProblem } from '../../modules/deposits/service'
import { type NamedWithdrawal, paymentProblem, type WithdrawalProblem } from '../../modules/withdrawals/service'
import { ok } from '../../shared/result'
import { MONEY_STATUS } from '../../shared/stored'
import { type Answer, refuse } from '../../staff/refusal'
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
const refuseFor = (problem: DepositProblem | WithdrawalProblem) => refuse(PROBLEMS[problem])

/** A withdrawal for which `problemOf` names no problem. */
async function checkWithdrawal(
  deps: ConsoleDeps,
  reference: string,
  problemOf: (row: NamedWithdrawal) => ConsoleProblem | undefined,
): Promise<Answer<NamedWithdrawal>> {
  const row = await deps.withdrawals.find(reference)
  if (!row) return refuse('not_found')
  const problem = problemOf(row)
  return problem ? refuse(problem) : ok(row)
}

/**
 * Who has picked it up and when, if anybody has; the row is locked, so nobody picks it up or hands it back before the
 * transaction ends.
 */
async function lockPickUp(tx: Tx, reference: string): Promise<{ by: string; at: Date } | undefined> {
  const row = await tx.first<{ by: string | null; at: Date | null }>(
    'select picked_up_by as by, picked_up_at as at from withdrawal where reference = $1 for update',
    [reference],
  )
  return row?.by && row.at ? { by: row.by, at: row.at } : undefined
}

const byReference = {
  subject: ({ reference }: { reference: string }) => reference,
  key: ({ reference }: { reference: string }) => reference,
}

export const approveDeposit: ActionHandler<'deposits.approve'> = {
  ...byReference,
  amount: amountOf,
  async check(deps, { reference, late = false }, { amount }) {
    const found = await deps.deposits.find(reference)
    const problem = found ? creditProblem(found.deposit, { amount, late }) : 'unknown'
    return problem ? refuseFor(problem) : ok(undefined)
  },
  async run({ tx, deps, amount }, { reference, late = false, ...params }) {
    const result = await deps.deposits.approve(tx, reference, { amount, late })
    if (!result.ok) return refuseFor(result.error)
    return ok({ details: { amount: `${params.amount} ${deps.config.currency.code}`, late } })
  },
}

export const rejectDeposit: ActionHandler<'deposits.reject'> = {
  ...byReference,
  async check(deps, params) {
    const found = await deps.deposits.find(params.reference)
    if (!found) return refuse('not_found')
    return found.deposit.status === MONEY_STATUS.under_review ? ok(undefined) : refuse('decided')
  },
  async run({ tx, deps }, { reference, told, note }) {
    const text = operatorReasonOf(told, note)
    const result = await deps.deposits.reject(tx, reference, text)
    return result.ok ? ok({ details: { told: text } }) : refuseFor(result.error)
  },
}

export const pickUpWithdrawal: ActionHandler<'withdrawals.pick-up'> = {
  ...byReference,
  amount: amountOf,
  check: (deps, { reference }, { amount }) =>
    checkWithdrawal(deps, reference, (row) => {
      if (row.status !== MONEY_STATUS.under_review) return 'decided'
      if (row.picked_up_at !== null) return 'picked_up'
      return row.amount === amount ? undefined : 'other_amount'
    }),
  async run({ tx, deps, asker }, { reference, amount }) {
    // The person who asked is the one who pays it and sees the payee.
    const result = await deps.withdrawals.pickUp(tx, reference, asker)
    if (!result.ok) return refuseFor(result.error)
    return ok({ details: { amount: `${amount} ${deps.config.currency.code}`, by: asker } })
  },
}

export const handBackWithdrawal: ActionHandler<'withdrawals.hand-back'> = {
  ...byReference,
  check: (deps, { reference }) =>
    checkWithdrawal(deps, reference, (row) => {
      if (row.status !== MONEY_STATUS.under_review) return 'decided'
      return row.picked_up_at === null ? 'not_picked_up' : undefined
    }),
  async run({ tx, deps }, { reference }) {
    const result = await deps.withdrawals.handBack(tx, reference)
    return result.ok ? ok({ details: {} }) : refuseFor(result.error)
  },
}

export const approveWithdrawal: ActionHandler<'withdrawals.approve'> = {
  ...byReference,
  amount: amountOf,
  check: (deps, { reference }, { asker, amount }) =>
    checkWithdrawal(deps, reference, (row) => {
      const problem = paymentProblem(row, amount)
      if (problem) return PROBLEMS[problem]
      // Otherwise two people could each pay it.
      return row.picked_up_by === asker ? undefined : 'picked_up_by_other'
    }),
  async run({ tx, deps, asker, amount }, { reference, payoutReference, ...params }) {
    const pickUp = await lockPickUp(tx, reference)
    if (pickUp && pickUp.by !== asker) return refuse('picked_up_by_other')
    const result = await deps.withdrawals.approve(tx, reference, { amount, payoutReference })
    if (!result.ok) return refuseFor(result.error)
    return ok({ details: { amount: `${params.amount} ${deps.config.currency.code}`, payoutReference } })
  },
}

export const rejectWithdrawal: ActionHandler<'withdrawals.reject'> = {
  ...byReference,
  check: (deps, { reference, notSent = false }) =>
    checkWithdrawal(deps, reference, (row) => {
      if (row.status !== MONEY_STATUS.under_review) return 'decided'
      return row.picked_up_at !== null && !notSent ? 'not_sent_missing' : undefined
    }),
  // The money may already have been sent by hand: returned as well, it would be paid twice.
  needsTwo: async (tx, { reference }) => (await lockPickUp(tx, reference)) !== undefined,
  async run({ tx, deps, askedAt }, { reference, told, note, notSent = false }) {
    const pickUp = await lockPickUp(tx, reference)
    // A word from before the pick-up says nothing about the time after it.
    if (pickUp && (!notSent || pickUp.at > askedAt)) return refuse('not_sent_missing')
    const text = operatorReasonOf(told, note)
    const result = await deps.withdrawals.reject(tx, reference, text)
    if (!result.ok) return refuseFor(result.error)
    return ok({ details: { told: text, ...(pickUp && { pickedUpBy: pickUp.by, notSent }) } })
  },
}
