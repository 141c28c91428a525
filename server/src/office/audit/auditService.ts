import type { Books, ReconciledDay, VoidDay } from '../../../../contract/consoleAudit'
import type { AuditItem, AuditVerdict, StaffListItem } from '../../../../contract/consoleSchemas'
import { toCsv } from '../../../../contract/csv'
import { type AuditEntry, audited, verifyAuditChain } from '../../auditLog/auditLog'
import type { Queryable } from '../../database/database'
import { type Page, readNumbered } from '../../shared/page'
import { ok, type Result } from '../../shared/result'
import * as staffRepository from '../../staff/staffRepository'
import { actorOf, type StaffIdentity } from '../../staff/staffService'
import type { ConsoleDeps } from '../action'
import { readAlarms } from './alarms'
import { type Days, daysOf, readReconciliation } from './reconciliation'

const STAFF_MAX = 500
const EXPORT_MAX = 10_000
const ENTRY_COLUMNS = ['id', 'at', 'actor', 'action', 'subject', 'reason', 'details']
const DAY_COLUMNS = [
  'day',
  'deposits',
  'withdrawals',
  'granted',
  'funding',
  'bookDifference',
  'bankIn',
  'bankCredited',
  'bankAside',
  'bankDifference',
  'withoutLine',
]

const COLUMNS = 'id, actor, reason, action, subject, details, created_at'

/** Rows under their field names, as an auditor's program reads them: with a decimal point. */
const csvOf = (names: readonly string[], rows: readonly Record<string, string | number | null>[]): string =>
  toCsv([names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))], '.')

/** Each part of a search uses its own index and reads one page at most, however long the log is. */
function readEntries(database: Queryable, text: string | undefined, before: bigint | null, limit: number) {
  const part = (condition: string) =>
    `(select ${COLUMNS} from audit_entry where ($1::bigint is null or id < $1) ${condition} order by id desc limit $2)`
  if (text === undefined)
    return database.query<AuditEntry>(`select * from ${part('')} found order by id desc`, [before, limit])
  const parts = [part(`and actor in ($3, 'staff/' || $3)`), part('and action = $3'), part('and subject = $3')]
  return database.query<AuditEntry>(`select * from (${parts.join(' union ')}) found order by id desc limit $2`, [
    before,
    limit,
    text,
  ])
}

const instant = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())

const toEntry = (row: AuditEntry): AuditItem => ({
  id: String(row.id),
  at: row.created_at.toISOString(),
  actor: row.actor,
  action: row.action,
  subject: row.subject,
  reason: row.reason,
  details: JSON.stringify(row.details),
})

/** The newest signed head, and how much of the audit log the public log under it covers. */
async function readHeads(database: Queryable): Promise<Pick<Books, 'head' | 'auditAnchor'>> {
  const head = await database.first<{ number: bigint; at_ms: bigint; log_root: Buffer }>(
    'select number, at_ms, log_root from tree_head order by number desc limit 1',
  )
  const anchor = await database.first<{ entry: bigint; at_ms: bigint }>(
    `select feed_field(entry, 'audit', 'audit_entry')::bigint as entry, at_ms from feed_event
      where kind = 'audit' and symbol = '-' order by leaf desc limit 1`,
  )
  return {
    head: {
      number: Number(head?.number ?? 0),
      createdAt: instant(head && Number(head.at_ms)),
      root: head?.log_root.toString('hex') ?? '',
    },
    auditAnchor: anchor ? { entry: Number(anchor.entry), at: new Date(Number(anchor.at_ms)).toISOString() } : null,
  }
}

async function readWitnesses({ database, config }: ConsoleDeps): Promise<Books['witnesses']> {
  const rows = await database.query<{ witness: string; head: bigint }>(
    'select witness, max(head_number) as head from cosignature where origin = $1 group by witness',
    [config.proofOrigin],
  )
  const heads = new Map(rows.map(({ witness, head }) => [witness, Number(head)]))
  return config.witnesses.map(({ name }) => ({ name, head: heads.get(name) ?? null }))
}

/** Days and products on which an order ended void, newest first. */
async function readVoids(database: Queryable, { from, until }: Days): Promise<VoidDay[]> {
  const rows = await database.query<Omit<VoidDay, 'orders'> & { orders: bigint }>(
    `select to_char(date '1970-01-01' + day_total.day, 'YYYY-MM-DD') as day, product.symbol, day_total.orders,
            day_total.no_entry_tick as "noEntryTick", day_total.too_few_ticks as "tooFewTicks", day_total.logged_late as "loggedLate",
            day_total.stale_at_expiry as "staleAtExpiry"
       from settlement_day day_total join product on product.id = day_total.product_id
      where day_total.day between $1::date - date '1970-01-01' and $2::date - date '1970-01-01'
        and day_total.no_entry_tick + day_total.too_few_ticks + day_total.stale_at_expiry
              + day_total.logged_late > 0
      order by day_total.day desc, product.symbol collate "C" limit 10000`,
    [from, until],
  )
  return rows.map((row) => ({
    day: row.day,
    symbol: row.symbol,
    orders: Number(row.orders),
    noEntryTick: Number(row.noEntryTick),
    loggedLate: Number(row.loggedLate),
    tooFewTicks: Number(row.tooFewTicks),
    staleAtExpiry: Number(row.staleAtExpiry),
  }))
}

const noteExport = ({ database }: ConsoleDeps, staff: StaffIdentity, action: string, details: Record<string, string>) =>
  audited(database, { actor: actorOf(staff), reason: 'export' }, action, async () => ({
    subject: 'audit',
    details,
    value: undefined,
  }))

interface DaysQuery {
  from?: string
  until?: string
}

/** The auditor's pages: who did what, and whether the books add up. Read only. */
export function createAuditService(deps: ConsoleDeps) {
  const { database } = deps

  return {
    /** Newest first; with `text`, the entries whose actor, action or subject equals it. */
    entries: (query: { cursor?: string; text?: string }): Promise<Result<Page<AuditItem>, 'invalid_request'>> =>
      readNumbered(query, (before, limit) => readEntries(database, query.text?.trim(), before, limit), toEntry),

    /** Recomputes the whole chain. */
    verify: (): Promise<AuditVerdict> => verifyAuditChain(database),

    async books(): Promise<Books> {
      const facts = await deps.auditor.factsIn(database)
      const { state, checkedAt, fullPassAt, findings } = facts
      const aside = await database.query<{ number: bigint; reason: string }>(
        'select order_number as number, reason from order_set_aside order by order_number limit 100',
      )
      const witnesses = await readWitnesses(deps)
      return {
        state,
        newestCheckedAt: instant(checkedAt),
        everythingCheckedAt: instant(fullPassAt),
        findings: findings.slice(0, 100).map((finding) => JSON.stringify(finding)),
        setAside: aside.map(({ number, reason }) => `${number}: ${reason}`),
        ...(await readHeads(database)),
        witnesses,
        alarms: await readAlarms(deps, facts, witnesses),
      }
    },

    async voids(query: DaysQuery): Promise<Result<{ items: VoidDay[] }, 'invalid_request'>> {
      const days = daysOf(query, deps.clock.now())
      return days.ok ? ok({ items: await readVoids(database, days.value) }) : days
    },

    async reconciliation(query: DaysQuery): Promise<Result<{ items: ReconciledDay[] }, 'invalid_request'>> {
      const days = daysOf(query, deps.clock.now())
      return days.ok ? ok({ items: await readReconciliation(deps, database, days.value) }) : days
    },

    async exportReconciliation(staff: StaffIdentity, query: DaysQuery): Promise<Result<string, 'invalid_request'>> {
      const days = daysOf(query, deps.clock.now())
      if (!days.ok) return days
      await noteExport(deps, staff, 'reconciliation.export', { ...days.value })
      const rows = await readReconciliation(deps, database, days.value)
      return ok(csvOf(DAY_COLUMNS, rows))
    },

    /** The newest entries, or with `text` the newest that match it. */
    async exportEntries(staff: StaffIdentity, text: string | undefined): Promise<string> {
      await noteExport(deps, staff, 'audit.export', text === undefined ? {} : { text })
      const rows = await readEntries(database, text?.trim(), null, EXPORT_MAX)
      return csvOf(ENTRY_COLUMNS, rows.map(toEntry))
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
          letInAlone: row.let_in_alone,
          joinedAt: row.joined_at.toISOString(),
          lastSeenAt: row.last_seen_at?.toISOString() ?? null,
          disabled: row.disabled_at !== null,
          subject: row.subject,
        })),
      }
    },
  }
}
