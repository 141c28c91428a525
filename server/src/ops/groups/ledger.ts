import { auditAll } from '../../auditor/auditor'
import { sweepsOfDatabase } from '../../auditor/resultsSweep'
import type { Queryable } from '../../database/database'
import type { Deps } from '../../deps'
import { type OpsKit, OpsRefusal } from '../kit'
import type { Row } from '../print'

/**
 * Checks all books and decides every closed order again, slice by slice. Refuses when anything is wrong, so that
 * scripts notice.
 */
async function checkLedger({ database, sweeps }: Deps, withArchive: boolean): Promise<Row> {
  const findings = await auditAll(database, withArchive ? sweeps : sweepsOfDatabase())
  const [first] = findings
  if (first) {
    const facts = Object.entries(first).map(([key, value]) => `${key} ${value}`)
    throw new OpsRefusal(`The books do not add up: ${findings.length} findings, the first is ${facts.join(', ')}.`)
  }
  return { books: 'add up', ...(await countBooks(database)) }
}

/** How far each part has got; a count over all history would take too long. */
async function countBooks(database: Queryable): Promise<Row> {
  const row = await database.first<Record<string, bigint>>(
    `select (select coalesce(max(id), 0) from ledger_account) as accounts,
            (select coalesce(max(id), 0) from ledger_transfer) as transfers, (select size from settlement_log) as settlements,
            (select coalesce(sum(sequence), 0)::bigint from tick_head) as ticks, (select coalesce(max(number), 0) from tree_head) as head`,
  )
  return Object.fromEntries(Object.entries(row ?? {}).map(([key, value]) => [key, String(value)]))
}

/** The auditing node's findings and their times. */
async function showState({ auditor, database }: Deps): Promise<Row> {
  const { state, checkedAt, fullPassAt, findings } = await auditor.factsIn(database)
  const at = (ms: number | undefined) => (ms === undefined ? 'never' : new Date(ms).toISOString())
  const named = findings.map((finding) =>
    Object.entries(finding)
      .map(([key, value]) => `${key} ${value}`)
      .join(', '),
  )
  const aside = await database.query<{ what: string; reason: string }>(
    `(select 'order ' || order_number as what, reason from order_set_aside order by order_number limit 10)
     union all
     (select 'savings of user ' || user_id, reason from savings_set_aside order by user_id limit 10)`,
  )
  return {
    books: state,
    newest: at(checkedAt),
    everything: at(fullPassAt),
    findings: named.join('; ') || 'none',
    setAside: aside.map(({ what, reason }) => `${what}: ${reason}`).join('; ') || 'none',
  }
}

export function addLedgerCommands({ program, answer }: OpsKit) {
  const ledger = program.command('ledger').description('the books')
  ledger
    .command('check')
    .description('add up all books and decide every closed order again from the ticks')
    .option('--without-archive', 'leave out what was moved to the object store')
    .action(({ withoutArchive }: { withoutArchive?: true }) => answer((deps) => checkLedger(deps, !withoutArchive)))
  ledger
    .command('state')
    .description('what the auditor of the nodes has found, and when it last went through everything')
    .action(() => answer(showState))
}
