import { findLostAnchors } from '../auditor/auditAnchors'
import type { Database, Queryable, Tx } from '../database/database'
import { ok, type Result } from '../shared/result'

/** Actor and reason: every changing command asks for both. */
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
    await writeAudit(tx, authority, action, subject, details)
    return value
  })
}

/** `audited` for a change that may refuse: then nothing that it has written stays, and there is no entry. */
export async function attemptAudited<T, C extends string>(
  database: Database,
  authority: Authority,
  action: string,
  change: (tx: Tx) => Promise<Result<{ subject: string; details: Record<string, unknown>; value: T }, C>>,
): Promise<Result<T, C>> {
  return database.attempt(async (tx): Promise<Result<T, C>> => {
    const changed = await change(tx)
    if (!changed.ok) return changed
    const { subject, details, value } = changed.value
    await writeAudit(tx, authority, action, subject, details)
    return ok(value)
  })
}

/** The entry alone, in the transaction of the change. */
export async function writeAudit(
  tx: Tx,
  authority: Authority,
  action: string,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  await tx.query('insert into audit_entry (actor, reason, action, subject, details) values ($1, $2, $3, $4, $5)', [
    authority.actor,
    authority.reason,
    action,
    subject,
    JSON.stringify(details),
  ])
}

/** The newest entries first. */
export async function listAudit(database: Queryable, limit: number): Promise<AuditEntry[]> {
  return database.query<AuditEntry>(
    'select id, actor, reason, action, subject, details, created_at from audit_entry order by id desc limit $1',
    [limit],
  )
}

export interface ChainVerdict {
  entries: number
  /** Id of the first entry that does not fit, or null. */
  brokenAt: number | null
  /** Hash of the newest entry, hex: noted elsewhere, it also exposes a log that was rewritten as a whole. */
  head: string
}

/** Recomputes the whole chain in the database, and trusts no stored hash but the first zero. */
export async function verifyAuditChain(database: Queryable): Promise<ChainVerdict> {
  const chain = await database.first<{ entries: bigint; broken_at: bigint | null; head: Buffer | null }>(
    `with chained as (
       select id, hash, hash = audit_hash(previous_hash, entry)
                and previous_hash = lag(hash, 1, $1::bytea) over (order by id) as fits
         from audit_entry entry)
     select count(*) as entries, min(id) filter (where not fits) as broken_at,
            (select hash from chained order by id desc limit 1) as head
       from chained`,
    [Buffer.alloc(32)],
  )
  // A chain that ends early fits as well: the public log, and the row of its end, tell what it held.
  const [lost] = await findLostAnchors(database, 0n, BigInt(Number.MAX_SAFE_INTEGER))
  const brokenAt = chain?.broken_at ?? lost ?? null
  return {
    entries: Number(chain?.entries ?? 0),
    brokenAt: brokenAt === null ? null : Number(brokenAt),
    head: chain?.head?.toString('hex') ?? '',
  }
}
