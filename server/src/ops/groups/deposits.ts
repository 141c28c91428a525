import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MoneyStatus } from '../../../../contract/deposits'
import { type Authority, audited } from '../../auditLog/auditLog'
import type { Deps } from '../../deps'
import { depositToWire, type NamedDeposit, type NoticeRow } from '../../modules/deposits/service'
import { ObjectStoreError } from '../../objectStore/objectStore'
import { addReading, amountWithCode, changing, type OpsKit, OpsRefusal, stepsShown } from '../kit'
import type { Row } from '../print'

const unknown = () => new OpsRefusal('There is no such deposit.')

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
  if (!found) throw unknown()
  return described(deps, found.deposit, found.notices)
}

/** Writes the receipt where only the system account that runs this can read it; each look is in the audit log. */
async function openReceipt(deps: Deps, reference: string, authority: Authority, parent: string): Promise<Row> {
  const found = await deps.deposits.find(reference)
  if (!found) throw unknown()
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

export function addDepositCommands(kit: OpsKit) {
  const { program, answer } = kit
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
}
