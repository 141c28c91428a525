import type { MoneyStatus } from '../../../../contract/deposits'
import { type Authority, audited } from '../../audit/auditLog'
import type { Deps } from '../../deps'
import {
  type NamedWithdrawal,
  paymentProblem,
  type WithdrawalProblem,
  type WithdrawalRow,
  withdrawalToWire,
} from '../../modules/withdrawals/service'
import { changeMoney, isStaff, type MoneyAuthority } from '../approvals'
import {
  addReading,
  amountIn,
  amountWithCode,
  changing,
  movingMoney,
  named,
  type OpsKit,
  OpsRefusal,
  type Rejection,
  rejecting,
  rejectionText,
  stepsShown,
} from '../kit'
import type { Row } from '../print'

const SENTENCES: Record<WithdrawalProblem, string> = {
  unknown: 'There is no such withdrawal.',
  successful: 'This withdrawal has been paid already.',
  failed: 'This withdrawal was canceled or rejected and its money went back: do not pay it.',
  picked_up: 'This withdrawal has been picked up already.',
  not_picked_up: 'Pick this withdrawal up before it is paid: until then its user can cancel it.',
  other_amount: 'This withdrawal is for another amount.',
  frozen: 'Withdrawals are paused: the ledger does not add up. Resolve the difference first.',
  user_frozen: 'Staff have stopped the withdrawals of this user.',
}

const refusal = (problem: WithdrawalProblem) => new OpsRefusal(SENTENCES[problem])

async function list(deps: Deps, status: MoneyStatus, limit: number): Promise<Row[]> {
  const rows = await deps.withdrawals.listAll(status, limit)
  return rows.map((row) => ({
    reference: row.reference,
    account: row.account,
    amount: amountWithCode(row.amount, deps),
    method: `${row.method_name} ${row.method_masked}`,
    pickedUpBy: row.picked_up_by,
    createdAt: row.created_at.toISOString(),
    expectedAt: row.expected_at.toISOString(),
  }))
}

async function find(deps: Deps, reference: string): Promise<NamedWithdrawal> {
  const row = await deps.withdrawals.find(reference)
  if (!row) throw refusal('unknown')
  return row
}

/** Masked; `payee` shows the whole number and is logged. */
async function show(deps: Deps, reference: string): Promise<Row> {
  const row = await find(deps, reference)
  const wire = withdrawalToWire(row, deps.config.currency.scale)
  return {
    reference: row.reference,
    account: row.account,
    amount: amountWithCode(row.amount, deps),
    fee: amountWithCode(row.fee, deps),
    toPay: amountWithCode(row.amount - row.fee, deps),
    method: `${row.method_name} ${row.method_masked}`,
    status: wire.status,
    pickedUpBy: row.picked_up_by,
    ...stepsShown(wire),
    payoutReference: row.payout_reference,
    expectedAt: wire.expectedAt,
  }
}

/** Everything that is needed to pay. */
function payment(deps: Deps, row: WithdrawalRow): Row {
  const payee = deps.withdrawals.payeeOf(row)
  if (!payee) throw new OpsRefusal('The user of this withdrawal was deleted; who was paid is no longer kept.')
  return {
    reference: row.reference,
    toPay: amountWithCode(row.amount - row.fee, deps),
    method: row.method_name,
    number: payee.number,
    accountName: payee.accountName,
    accountAddress: payee.accountAddress,
  }
}

/** The whole number of a card or address; each look is in the audit log. */
function showPayee(deps: Deps, reference: string, authority: Authority): Promise<Row> {
  return audited(deps.database, authority, 'withdrawals.payee', async () => ({
    subject: reference,
    details: {},
    value: payment(deps, await find(deps, reference)),
  }))
}

function pickUp(deps: Deps, reference: string, authority: Authority): Promise<Row> {
  return audited(deps.database, authority, 'withdrawals.pick-up', async (tx) => {
    const result = await deps.withdrawals.pickUp(tx, reference, authority.actor)
    if (!result.ok) throw refusal(result.error)
    return { subject: reference, details: {}, value: payment(deps, result.value) }
  })
}

async function approve(
  deps: Deps,
  reference: string,
  options: MoneyAuthority & { amount: bigint; payoutReference: string },
): Promise<Row> {
  const { amount, payoutReference } = options
  // Nobody proposes to a second operator what is impossible.
  const row = await find(deps, reference)
  const problem = paymentProblem(row, amount)
  if (problem) throw refusal(problem)
  // Otherwise two people could each pay it.
  if (isStaff(options.actor) && options.approval === undefined && row.picked_up_by !== options.actor)
    throw new OpsRefusal('Somebody else has picked it up and pays it. It can be handed back in the staff console.')
  return changeMoney(deps, options, {
    action: 'withdrawals.approve',
    subject: reference,
    amount,
    details: { amount: amountWithCode(amount, deps), payoutReference, pickedUpBy: row.picked_up_by },
    async run(tx) {
      const result = await deps.withdrawals.approve(tx, reference, { amount, payoutReference })
      if (!result.ok) throw refusal(result.error)
      return {
        reference,
        status: 'successful',
        paid: amountWithCode(result.value.amount - result.value.fee, deps),
        payoutReference,
      }
    },
  })
}

/** The money returns to where it came from, so neither the cap nor a second operator applies. */
async function reject(deps: Deps, reference: string, options: Authority & Rejection): Promise<Row> {
  const told = await rejectionText(deps, 'withdrawal', options)
  const { picked_up_at: pickedUpAt } = await find(deps, reference)
  if (pickedUpAt !== null && isStaff(options.actor))
    throw new OpsRefusal('It was picked up: two people reject it in the staff console, once nothing was sent.')
  return audited(deps.database, options, 'withdrawals.reject', async (tx) => {
    const result = await deps.withdrawals.reject(tx, reference, told)
    if (!result.ok) throw refusal(result.error)
    return {
      subject: reference,
      details: { told },
      value: {
        reference,
        status: 'failed',
        returned: amountWithCode(result.value.amount, deps),
        userIsTold: told,
      },
    }
  })
}

export function addWithdrawalCommands(kit: OpsKit) {
  const { program, answer, currency } = kit
  const example = `FW-01JD7Q4ZK8 --amount "100.00 ${currency.code}" --payout-reference 20260105-17 --actor ada --reason "paid by bank"`
  const withdrawals = program.command('withdrawals').description('withdrawals: pick up, pay, then approve')
  addReading(withdrawals, kit, 'one withdrawal with its timeline', list, show)
  changing(withdrawals.command('payee').description('the full payee details; each look is logged'))
    .argument('<reference>')
    .action((reference: string, options: Authority) => answer((deps) => showPayee(deps, reference, options)))
  changing(
    withdrawals.command('pick-up').description('start processing it before you pay: its user can no longer cancel'),
  )
    .argument('<reference>')
    .action((reference: string, options: Authority) => answer((deps) => pickUp(deps, reference, options)))
  movingMoney(withdrawals.command('approve').description('it was paid: record it'))
    .argument('<reference>')
    .requiredOption(
      '--amount <amount>',
      'amount of the withdrawal before the fee, with its currency',
      amountIn(currency),
    )
    .requiredOption('--payout-reference <text>', "the bank's or chain's own reference; the user sees it", named)
    .addHelpText('after', `\nFor example: ops withdrawals approve ${example}`)
    .action((reference: string, options: MoneyAuthority & { amount: bigint; payoutReference: string }) =>
      answer((deps) => approve(deps, reference, options)),
    )
  rejecting(withdrawals.command('reject').description('do not pay it: the money goes back to its user'), 'withdrawal')
    .argument('<reference>')
    .action((reference: string, options: Authority & Rejection) => answer((deps) => reject(deps, reference, options)))
}
