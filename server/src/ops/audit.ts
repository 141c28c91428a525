import type { Database, Queryable, Tx } from '../plugins/database'

/** Who changes something and why: every changing command asks for both. */
export interface Authority {
  actor: string
  reason: string
}

export interface AuditEntry {
  id: bigint
  actor: string
  reason: string
  action: string
  subject: string
  details: Record<string, unknown>
  created_at: Date
}

/** Runs a change and its audit entry in one transaction: there is no change without an entry. */
export async function audited<T>(
  database: Database,
  authority: Authority,
  action: string,
  change: (tx: Tx) => Promise<{ subject: string; details: Record<string, unknown>; value: T }>,
): Promise<T> {
  return database.withTransaction(async (tx) => {
    const { subject, details, value } = await change(tx)
    await tx.query('insert into audit_entry (actor, reason, action, subject, details) values ($1, $2, $3, $4, $5)', [
      authority.actor,
      authority.reason,
      action,
      subject,
      JSON.stringify(details),
    ])
    return value
  })
}

/** The newest entries first. */
export async function listAudit(database: Queryable, limit: number): Promise<AuditEntry[]> {
  return database.query<AuditEntry & Record<string, unknown>>(
    'select id, actor, reason, action, subject, details, created_at from audit_entry order by id desc limit $1',
    [limit],
  )
}
