import type { Database } from '../../database/database'
import { auditAll } from '../../ledger/auditor'
import { resultsSweep } from '../../proof/resultsSweep'
import { type OpsKit, OpsRefusal } from '../kit'
import type { Row } from '../print'

/** Adds up all books and decides every closed order again. Refuses when anything is off, so that scripts notice. */
async function checkLedger(database: Database): Promise<Row> {
  const findings = await auditAll(database, [resultsSweep])
  const [first] = findings
  if (first) {
    const facts = Object.entries(first).map(([key, value]) => `${key} ${value}`)
    throw new OpsRefusal(`The books do not add up: ${findings.length} findings, the first is ${facts.join(', ')}.`)
  }
  const rows = await database.query<Record<string, bigint>>(
    `select (select count(*) from ledger_account) as accounts, (select count(*) from ledger_transfer) as transfers,
            (select size from settlement_log) as settlements,
            (select coalesce(sum(sequence), 0)::bigint from tick_head) as ticks, (select coalesce(max(number), 0) from tree_head) as head`,
  )
  const counts = Object.entries(rows[0] ?? {}).map(([key, value]) => [key, String(value)])
  return { books: 'add up', ...Object.fromEntries(counts) }
}

export function addLedgerCommands({ program, answer }: OpsKit) {
  const ledger = program.command('ledger').description('the books')
  ledger
    .command('check')
    .description('add up all books and decide every closed order again from the ticks')
    .action(() => answer(({ database }) => checkLedger(database)))
}
