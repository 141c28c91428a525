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

export interface ChainVerdict {
  entries: number
  /** Id of the first entry that does not fit, or null. */
  brokenAt: number | null
  /** Hash of the newest entry, hex: note it elsewhere, and a log that was rewritten whole shows too. */
  head: string
}

/** Recomputes the whole chain in the database, without believing any stored hash but the first zero. */
export async function verifyAuditChain(database: Queryable): Promise<ChainVerdict> {
  const rows = await database.query<{ entries: bigint; broken_at: bigint | null; head: Buffer | null }>(
    `with chained as (
       select id, hash, hash = audit_hash(previous_hash, audit_entry)
                and previous_hash = lag(hash, 1, decode(repeat('00', 32), 'hex')) over (order by id) as fits
         from audit_entry)
     select count(*) as entries, min(id) filter (where not fits) as broken_at,
            (select hash from audit_entry order by id desc limit 1) as head
       from chained`,
  )
  const row = rows[0]
  return {
    entries: Number(row?.entries ?? 0),
    brokenAt: row?.broken_at == null ? null : Number(row.broken_at),
    head: row?.head?.toString('hex') ?? '',
  }
}
