import type { Database, Queryable } from '../database/database'
import type { Clock } from '../shared/clock'
import { MINUTE_MS } from '../shared/time'
import { feedsSweep } from './figureSweeps'
import { FINDINGS_MAX, type Finding, type Sweep } from './sweep'

/**
 * Publishes the newest entry of the audit log (its number and the hash of the chain up to it) in the log of feed
 * events, which signed heads fix. From then on a cut-off tail is visible (docs/PROOF_DESIGN.md, "Feeds"). Does nothing if no
 * entry is new.
 */
export function anchorAuditLog(database: Queryable, nowMs: number): Promise<boolean> {
  return database.some(
    `select append_feed_events(array[$1::bigint], array['audit'], array['-'], array[newest.id || '|' || encode(newest.hash, 'hex')])
       from audit_end newest
      where newest.id > coalesce((select feed_field(entry, 'audit', 'audit_entry')::bigint from feed_event
                                   where kind = 'audit' and symbol = '-' order by leaf desc limit 1), 0)`,
    [nowMs],
  )
}

/** Entries named by the leaves [from, to) that are gone or altered, and the newest one if it is. */
export async function findLostAnchors(database: Queryable, from: bigint, to: bigint): Promise<bigint[]> {
  const rows = await database.query<{ id: bigint }>(
    `select anchor.id
       from (select feed_field(entry, 'audit', 'audit_entry')::bigint as id, feed_field(entry, 'audit', 'hash') as hash from feed_event
              where kind = 'audit' and symbol = '-' and leaf >= $1 and leaf < $2) anchor
       left join audit_entry entry on entry.id = anchor.id
      where encode(entry.hash, 'hex') is distinct from anchor.hash
      union
     select id from audit_end where not exists (select from audit_entry entry
                                                 where entry.id = audit_end.id and entry.hash = audit_end.hash)
      order by id limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return rows.map(({ id }) => id)
}

/** The audit log still has what the public log says that it had. */
export const auditAnchorsSweep: Sweep = {
  name: 'audit_anchors',
  perSlice: 50_000,
  grows: false,
  last: feedsSweep.last,
  next: feedsSweep.next,
  find: async (database, from, to): Promise<Finding[]> =>
    (await findLostAnchors(database, from, to)).map((id) => ({ kind: 'row_differs', table: 'audit_entry', id })),
}

/** The newest entries of the audit log go without an anchor for this long at most. */
const ANCHOR_EVERY_MS = 5 * MINUTE_MS

/** A module of the server that has work and no routes. */
export function createAuditLog({ database, clock }: { database: Database; clock: Clock }) {
  const service = { anchor: () => anchorAuditLog(database, clock.now()) }
  return { service, sweeps: [{ everyMs: ANCHOR_EVERY_MS, run: service.anchor }] }
}
