import { listAudit, verifyAuditChain } from '../../auditLog/auditLog'
import type { Database } from '../../database/database'
import type { Deps } from '../../deps'
import { type OpsKit, OpsRefusal, wholeNumber } from '../kit'
import type { Row } from '../print'

/** Operators' actions, newest first. */
async function showAudit(database: Database, limit: number): Promise<Row[]> {
  const entries = await listAudit(database, limit)
  return entries.map((entry) => ({
    id: Number(entry.id),
    at: entry.created_at.toISOString(),
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    reason: entry.reason,
    details: JSON.stringify(entry.details),
  }))
}

/** Confirms that each entry matches the one before it, or refuses with the first that does not. */
async function verify({ database }: Deps): Promise<Row> {
  const { entries, brokenAt, head } = await verifyAuditChain(database)
  if (brokenAt !== null)
    throw new OpsRefusal(`The audit log was changed: entry ${brokenAt} does not match the one before it.`)
  return { entries, chain: 'whole', head }
}

export function addAuditCommands({ program, answer }: OpsKit) {
  const audit = program.command('audit').description('the audit log')
  audit
    .command('list')
    .description('what operators did, newest first')
    .option('--limit <number>', 'at most this many', wholeNumber, 50)
    .action((options: { limit: number }) => answer(({ database }) => showAudit(database, options.limit)))
  audit
    .command('verify')
    .description('prove that no entry was changed, inserted or removed')
    .action(() => answer(verify))
}
