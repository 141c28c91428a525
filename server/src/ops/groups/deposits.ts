import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MoneyStatus } from '../../../../contract/deposits'
import { type Authority, audited } from '../../audit/auditLog'
import type { Deps } from '../../deps'
import {
  creditProblem,
  type DepositProblem,
  depositToWire,
  type NamedDeposit,
  type NoticeRow,
} from '../../modules/deposits/service'
import { ObjectStoreError } from '../../objectStore/objectStore'
import { changeMoney, type MoneyAuthority } from '../approvals'
import {
  addReading,
  amountIn,
  amountWithCode,
  changing,
  movingMoney,
  type OpsKit,
  OpsRefusal,
  type Rejection,
  rejecting,
  rejectionText,
  stepsShown,
} from '../kit'
import type { Row } from '../print'

const SENTENCES: Record<DepositProblem, string> = {
  unknown: 'There is no such deposit.',
  successful: 'This deposit has been credited already.',
  failed:
    'This deposit has failed; if its money arrived after it was canceled or had expired, approve it with --late. After a rejection the user has to make a new one.',
  still_open: 'This deposit is still under review: omit --late.',
  other_amount:
    'This deposit is for another amount: reject it, and ask the user to make one for the amount that arrived.',
  user_deleted: 'The user of this deposit was deleted.',
}

const refusal = (problem: DepositProblem) => new OpsRefusal(SENTENCES[problem])

async function list(deps: Deps, status: MoneyStatus, limit: number): Promise<Row[]> {
  const rows = await deps.deposits.listAll(status, limit)
  return rows.map((row) => ({
    reference: row.reference,
    account: row.account,
    channel: row.channel,
    amount: amountWithCode(row.amount, deps),
    receipt: row.receipt_upload_id !== null,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  }))
}

function described(deps: Deps, row: NamedDeposit, notices: NoticeRow[]): Row {
  const wire = depositToWire(row, deps.config.currency.scale)
  return {
    reference: row.reference,
    account: row.account,
    amount: amountWithCode(row.amount, deps),
    channel: `${row.channel} (${row.channel_kind})`,
    status: wire.status,
    ...stepsShown(wire),
    receipt: row.receipt_upload_id,
    expiresAt: wire.expiresAt,
    notices: notices.map((notice) => `${notice.status} ${notice.amount} ${notice.refusal ?? 'done'}`).join(', '),
  }
}

async function show(deps: Deps, reference: string): Promise<Row> {
  const found = await deps.deposits.find(reference)
  if (!found) throw refusal('unknown')
  return described(deps, found.deposit, found.notices)
}

/** Writes the receipt where only the system account that runs this can read it; each look is in the audit log. */
async function openReceipt(deps: Deps, reference: string, authority: Authority, parent: string): Promise<Row> {
  const found = await deps.deposits.find(reference)
  if (!found) throw refusal('unknown')
  const receipt = await deps.deposits.readReceipt(found.deposit).catch((error: unknown) => {
    if (error instanceof ObjectStoreError)
      throw new OpsRefusal(`The proof of payment cannot be read: ${error.message}.`)
    throw error
  })
  if (!receipt) throw new OpsRefusal('This deposit has no proof of payment.')
  await audited(deps.database, authority, 'deposits.receipt', async () => ({
    subject: reference,
    details: {},
    value: undefined,
  }))
  const file = join(mkdtempSync(join(parent, 'receipt-')), `${reference}.jpg`)
  writeFileSync(file, receipt, { mode: 0o600, flag: 'wx' })
  return { reference, file, next: 'delete the file when you have looked' }
}

async function approve(
  deps: Deps,
  reference: string,
  options: MoneyAuthority & { amount: bigint; late: boolean },
): Promise<Row> {
  const { amount, late } = options
  // Nobody proposes to a second operator what is impossible.
  const found = await deps.deposits.find(reference)
  const problem = found ? creditProblem(found.deposit, options) : 'unknown'
  if (problem) throw refusal(problem)
  return changeMoney(deps, options, {
    action: 'deposits.approve',
    subject: reference,
    amount,
    details: { amount: amountWithCode(amount, deps), late },
    async run(tx) {
      const result = await deps.deposits.approve(tx, reference, { amount, late })
      if (!result.ok) throw refusal(result.error)
      return { reference, status: 'successful', credited: amountWithCode(amount, deps) }
    },
  })
}

async function reject(deps: Deps, reference: string, options: Authority & Rejection): Promise<Row> {
  const told = await rejectionText(deps, 'deposit', options)
  return audited(deps.database, options, 'deposits.reject', async (tx) => {
    const result = await deps.deposits.reject(tx, reference, told)
    if (!result.ok) throw refusal(result.error)
    return {
      subject: reference,
      details: { told },
      value: { reference, status: 'failed', userIsTold: told },
    }
  })
}

export function addDepositCommands(kit: OpsKit) {
  const { program, answer, currency } = kit
  const example = `FD-01JD7Q4ZK8 --amount "500.00 ${currency.code}" --actor ada --reason "arrived on the account"`
  const deposits = program.command('deposits').description('deposits that an operator confirms')
  addReading(deposits, kit, 'one deposit with its timeline and what the payment provider said', list, show)
  changing(
    deposits.command('receipt').description('write the proof of payment to a folder of your own; each look is logged'),
  )
    .argument('<reference>')
    .option('--to <folder>', 'where the folder with the file is made', tmpdir())
    .action((reference: string, options: Authority & { to: string }) =>
      answer((deps) => openReceipt(deps, reference, options, options.to)),
    )
  movingMoney(deposits.command('approve').description('the money arrived: credit it'))
    .argument('<reference>')
    .requiredOption('--amount <amount>', 'what arrived, with its currency', amountIn(currency))
    .option('--late', 'the user had cancelled it, or it had expired', false)
    .addHelpText('after', `\nFor example: ops deposits approve ${example}`)
    .action((reference: string, options: MoneyAuthority & { amount: bigint; late: boolean }) =>
      answer((deps) => approve(deps, reference, options)),
    )
  rejecting(deposits.command('reject').description('no money arrived, or it cannot be accepted'), 'deposit')
    .argument('<reference>')
    .action((reference: string, options: Authority & Rejection) => answer((deps) => reject(deps, reference, options)))
}
