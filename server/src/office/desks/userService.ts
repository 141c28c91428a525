import type { FoundUser, OpenUser } from '../../../../contract/consoleSchemas'
import type { AnyReceipt } from '../../../../contract/proof'
import { audited } from '../../auditLog/auditLog'
import type { Queryable } from '../../database/database'
import { referenceNumber } from '../../modules/referenceNumber'
import { present } from '../../shared/assert'
import { bindAll } from '../../shared/bindAll'
import { formatMoney } from '../../shared/money'
import { ok, type Result, refuse } from '../../shared/result'
import { DIRECTION, ORDER_STATUS, storedName } from '../../shared/stored'
import { actorOf, type StaffIdentity } from '../../staff/staffService'
import { maskedPhone, type PhoneRow, phoneMarks, phoneOfUser, USER_PHONE_COLUMN } from '../../users/phones'
import { type ConsoleDeps, liveUser } from '../action'
import { usersByOrderNumber } from './orderNumbers'
import { userMoney } from './userMoney'

const FOUND_MAX = 20
const ORDERS_SHOWN = 20
const NOTES_SHOWN = 50

interface UserRow extends PhoneRow {
  id: bigint
  account: string
  nickname: string
  created_at: Date
}

const found = ({ sealer }: Pick<ConsoleDeps, 'sealer'>, row: UserRow): FoundUser => ({
  id: String(row.id),
  account: row.account,
  nickname: row.nickname,
  phone: maskedPhone(phoneOfUser(sealer, row.id, row)),
  registeredAt: row.created_at.toISOString(),
})

/** By account, phone number, or reference of a deposit, withdrawal or order; each through an index. */
async function findUsers({ database, sealer }: Pick<ConsoleDeps, 'database' | 'sealer'>, text: string) {
  const marks = phoneMarks(sealer, text.startsWith('+') ? text.replace(/[\s-]/g, '') : '')
  const byOrder = await usersByOrderNumber(database, text)
  return database.query<UserRow>(
    `select id, account, nickname, ${USER_PHONE_COLUMN}, created_at from app_user
      where deleted_at is null and id in (
        select id from app_user where lower(account) = lower($1)
        union select user_id from phone_mark where mark = any ($2::bytea[]) and user_id is not null
        union select user_id from deposit where reference = upper($1)
        union select user_id from withdrawal where reference = upper($1)
        union select unnest($3::bigint[]))
      order by id limit ${FOUND_MAX}`,
    [text, marks, byOrder],
  )
}

interface OverviewRow {
  verification: string | null
  second_factor: boolean
  available: bigint
  in_orders: bigint
  in_withdrawal: bigint
  savings: bigint
  break_kind: string | null
  break_until: Date | null
}

async function readOverview(database: Queryable, id: bigint): Promise<OverviewRow> {
  const row = await database.first<OverviewRow>(
    `select (select status from verification where user_id = $1) as verification,
            exists (select 1 from second_factor where user_id = $1 and enabled_at is not null) as second_factor,
            ledger_balance($1, account_available()) as available,
            ledger_balance($1, account_in_orders()) as in_orders,
            ledger_balance($1, account_in_withdrawal()) as in_withdrawal,
            ledger_balance($1, account_savings_pending()) + ledger_balance($1, account_savings_confirmed()) as savings,
            (select kind from account_break where user_id = $1) as break_kind,
            (select until from account_break where user_id = $1) as break_until`,
    [id],
  )
  return present(row, 'the query has one row')
}

interface OrderRow {
  id: string
  number: bigint
  symbol: string
  direction: number
  stake: bigint
  status: number
  profit_loss: bigint | null
  accepted_at_ms: bigint
}

const readOrders = (database: Queryable, id: bigint) =>
  database.query<OrderRow>(
    `select placed.id, placed.number, product.symbol, placed.direction, placed.stake, placed.status, placed.profit_loss, placed.accepted_at_ms
       from trade_order placed join product on product.id = placed.product_id
      where placed.user_id = $1 order by placed.id desc limit ${ORDERS_SHOWN}`,
    [id],
  )

const readSessions = (database: Queryable, id: bigint) =>
  database.query<{ device: string; created_at: Date; last_seen_at: Date }>(
    'select device, created_at, last_seen_at from session where user_id = $1 order by created_at desc limit 20',
    [id],
  )

/** The audit log has each search with the users that it found, but not the search text, which may be a phone number. */
async function search(deps: ConsoleDeps, staff: StaffIdentity, text: string): Promise<{ items: FoundUser[] }> {
  const rows = await findUsers(deps, text.trim())
  await audited(deps.database, { actor: actorOf(staff), reason: 'users' }, 'users.search', async () => ({
    subject: 'users',
    details: { found: rows.map((row) => String(row.id)) },
    value: undefined,
  }))
  return { items: rows.map((row) => found(deps, row)) }
}

/** Append-only: a note stays, with its author. The audit log records that it was written, not its text. */
async function addNote(
  deps: ConsoleDeps,
  staff: StaffIdentity,
  id: string,
  text: string,
): Promise<Result<null, 'not_found'>> {
  const user = await liveUser(deps.database, id)
  if (!user.ok) return user
  const author = actorOf(staff)
  await audited(deps.database, { actor: author, reason: 'users' }, 'users.note', async (tx) => {
    await deps.freezesAndNotes.addNote(tx, user.value.id, { author, text })
    return { subject: `user ${id}`, details: {}, value: undefined }
  })
  return ok(null)
}

const sessionOf = (row: Awaited<ReturnType<typeof readSessions>>[number]): OpenUser['sessions'][number] => ({
  device: row.device,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
})

const orderOf = (row: OrderRow, money: (minor: bigint) => string): OpenUser['orders'][number] => ({
  id: row.id,
  number: referenceNumber('FT', row.number, Number(row.accepted_at_ms)),
  symbol: row.symbol,
  direction: storedName(DIRECTION, row.direction),
  stake: money(row.stake),
  status: storedName(ORDER_STATUS, row.status),
  result: row.profit_loss === null ? null : money(row.profit_loss),
  createdAt: new Date(Number(row.accepted_at_ms)).toISOString(),
})

/** One user's overview; each look is in the audit log. */
async function open(deps: ConsoleDeps, staff: StaffIdentity, id: string): Promise<Result<OpenUser, 'not_found'>> {
  const { database, freezesAndNotes, config, accountLimits } = deps
  const money = (minor: bigint) => formatMoney(minor, config.currency.scale)
  const live = await liveUser(database, id)
  if (!live.ok) return live
  const user = live.value
  await audited(database, { actor: actorOf(staff), reason: 'users' }, 'users.open', async () => ({
    subject: `user ${id}`,
    details: {},
    value: undefined,
  }))
  const [rows, overview, orders, sessions, freezes, notes, own] = await Promise.all([
    findUsers(deps, user.account),
    readOverview(database, user.id),
    readOrders(database, user.id),
    readSessions(database, user.id),
    freezesAndNotes.freezesOf(database, user.id),
    freezesAndNotes.notesOf(database, user.id, NOTES_SHOWN),
    accountLimits.get(user.id),
  ])
  if (!rows[0]) return refuse('not_found')
  return ok({
    ...found(deps, rows[0]),
    verification: overview.verification ?? 'not_submitted',
    secondFactor: overview.second_factor,
    available: money(overview.available),
    inOrders: money(overview.in_orders),
    inWithdrawal: money(overview.in_withdrawal),
    savings: money(overview.savings),
    onBreakUntil: overview.break_kind === null ? null : (overview.break_until?.toISOString() ?? overview.break_kind),
    freezes: freezes.map(({ kind, reason, frozen_by, frozen_at }) => ({
      kind,
      reason,
      by: frozen_by,
      at: frozen_at.toISOString(),
    })),
    notes: notes.map(({ author, text, created_at }) => ({ author, text, at: created_at.toISOString() })),
    limits: own.limits.map(({ kind, value, used }) => ({ kind, value, used })),
    sessions: sessions.map(sessionOf),
    orders: orders.map((row) => orderOf(row, money)),
  })
}

/** The proof of a closed order's result, as its user has it; each one that is taken is in the audit log. */
async function receipt(
  deps: ConsoleDeps,
  staff: StaffIdentity,
  of: { id: string; order: string },
): Promise<Result<AnyReceipt, 'not_found'>> {
  const user = await liveUser(deps.database, of.id)
  if (!user.ok) return user
  const found = await deps.proof.receipt(user.value.id, of.order)
  if (!found.ok) return refuse('not_found')
  await audited(deps.database, { actor: actorOf(staff), reason: 'users' }, 'users.receipt', async () => ({
    subject: `user ${of.id}`,
    details: { order: of.order },
    value: undefined,
  }))
  return ok(found.value)
}

/** Users as staff see them; the only change here is a new note. */
export const createUserService = (deps: ConsoleDeps) =>
  bindAll(deps, { search, addNote, open, money: userMoney, receipt })
