import type { MoneyStatus } from '../../../../contract/deposits'
import { type Authority, audited } from '../../auditLog/auditLog'
import type { Deps } from '../../deps'
import { type NamedWithdrawal, type WithdrawalRow, withdrawalToWire } from '../../modules/withdrawals/service'
import { addReading, amountWithCode, changing, type OpsKit, OpsRefusal, stepsShown } from '../kit'
import type { Row } from '../print'

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
  if (!row) throw new OpsRefusal('There is no such withdrawal.')
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
    numberKind: payee.numberKind,
    bankCode: payee.bankCode,
    accountName: payee.accountName,
    accountAddress: payee.accountAddress,
  }
}

/** The whole number of a card, account or address, for whoever picked it up (PRODUCT.md 20.4); each look is in the audit log. */
function showPayee(deps: Deps, reference: string, authority: Authority): Promise<Row> {
  return audited(deps.database, authority, 'withdrawals.payee', async () => {
    const row = await find(deps, reference)
    if (row.picked_up_by !== authority.actor) {
      throw new OpsRefusal('Only the person who picked a withdrawal up sees whom to pay: pick it up first.')
    }
    return { subject: reference, details: {}, value: payment(deps, row) }
  })
}

export function addWithdrawalCommands(kit: OpsKit) {
  const { program, answer } = kit
  const withdrawals = program.command('withdrawals').description('withdrawals: what waits, and whom to pay')
  addReading(withdrawals, kit, 'one withdrawal with its timeline', list, show)
  changing(withdrawals.command('payee').description('the full payee details; each look is logged'))
    .argument('<reference>')
    .action((reference: string, options: Authority) => answer((deps) => showPayee(deps, reference, options)))
}
