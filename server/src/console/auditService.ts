import type { AuditItem, AuditVerdict, Books, StaffListItem } from '../../../contract/consoleSchemas'
import { type AuditEntry, verifyAuditChain } from '../audit/auditLog'
import type { Queryable } from '../database/database'
import { type Page, readPage } from '../shared/page'
import { unwrap } from '../shared/result'
import * as staffRepository from '../staff/staffRepository'
import type { ConsoleDeps } from './handler'

const STAFF_MAX = 500

const COLUMNS = 'id, actor, reason, action, subject, details, created_at'

/** Each part of a search has an index of its own and reads a page at most, however long the log is. */
function readEntries(database: Queryable, text: string | undefined, before: bigint | null, limit: number) {
  const part = (condition: string) =>
    `(select ${COLUMNS} from audit_entry where ($1::bigint is null or id < $1) ${condition} order by id desc limit $2)`
  if (text === undefined)
    return database.query<AuditEntry & Record<string, unknown>>(`select * from ${part('')} found order by id desc`, [
      before,
      limit,
    ])
  const parts = [part(`and actor in ($3, 'staff/' || $3)`), part('and action = $3'), part('and subject = $3')]
  return database.query<AuditEntry & Record<string, unknown>>(
    `select * from (${parts.join(' union ')}) found order by id desc limit $2`,
    [before, limit, text],
  )
}

const instant = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())

/** The auditor's pages: who did what, and whether the books add up. Read only. */
export function createAuditService(deps: ConsoleDeps) {
  const { database } = deps

  return {
    /** Newest first; with `text`, those whose actor, action or subject it is. */
    async entries(query: { cursor?: string; text?: string }): Promise<Page<AuditItem>> {
      const page = await readPage(query, {
        keys: 1,
        read: (after, limit) => readEntries(database, query.text?.trim(), after?.[0] ?? null, limit),
        keysOf: (row) => [row.id],
        toItem: (row): AuditItem => ({
          id: String(row.id),
          at: row.created_at.toISOString(),
          actor: row.actor,
          action: row.action,
          subject: row.subject,
          reason: row.reason,
          details: JSON.stringify(row.details),
        }),
      })
      return unwrap(page)
    },

    /** Recomputes the whole chain, archived entries included. */
    verify: (): Promise<AuditVerdict> => verifyAuditChain(database, deps.recordStore),

    async books(): Promise<Books> {
      const { state, checkedAt, fullPassAt, findings } = await deps.auditor.factsIn(database)
      const aside = await database.query<{ number: bigint; reason: string }>(
        'select order_number as number, reason from order_set_aside order by order_number limit 100',
      )
      const heads = await database.query<{ number: bigint; at_ms: bigint }>(
        'select number, at_ms from tree_head order by number desc limit 1',
      )
      return {
        state,
        newestCheckedAt: instant(checkedAt),
        everythingCheckedAt: instant(fullPassAt),
        findings: findings.slice(0, 100).map((finding) => JSON.stringify(finding)),
        setAside: aside.map(({ number, reason }) => `${number}: ${reason}`),
        head: { number: Number(heads[0]?.number ?? 0), createdAt: instant(heads[0] && Number(heads[0].at_ms)) },
      }
    },

    async staff(): Promise<{ items: StaffListItem[] }> {
      const rows = await staffRepository.listStaff(database, STAFF_MAX)
      return {
        items: rows.map((row) => ({
          id: String(row.id),
          login: row.login,
          name: row.name,
          roles: row.roles,
          invitedBy: row.invited_by,
          joinedAt: row.joined_at.toISOString(),
          lastSeenAt: row.last_seen_at?.toISOString() ?? null,
          disabled: row.disabled_at !== null,
          subject: row.subject,
        })),
      }
    },
  }
}

export type AuditService = ReturnType<typeof createAuditService>
