import { issueOpeningCode } from '../modules/accounts/registration'
import type { Database } from '../plugins/database'
import { formatMoney } from '../shared/money'
import { type Authority, audited, listAudit } from './audit'

/** A command that cannot be carried out; `message` is one sentence for the operator. */
export class OpsRefusal extends Error {
  override name = 'OpsRefusal'
}

export type Row = Record<string, string | number | boolean | null>

const CODES_PER_COMMAND_MAX = 100

/** New account-opening codes, at most 100 per command. */
export async function issueCodes(database: Database, authority: Authority, count: number): Promise<Row[]> {
  if (!Number.isInteger(count) || count < 1 || count > CODES_PER_COMMAND_MAX) {
    throw new OpsRefusal(`--count must be a whole number from 1 to ${CODES_PER_COMMAND_MAX}.`)
  }
  return audited(database, authority, 'codes.issue', async (tx) => {
    const codes: string[] = []
    for (let index = 0; index < count; index++) codes.push(await issueOpeningCode(tx, authority.actor))
    return { subject: `${count} codes`, details: { codes }, value: codes.map((code) => ({ code })) }
  })
}

/** Codes that operators issued, newest first, with how many accounts each has opened. */
export async function listCodes(database: Database, limit: number): Promise<Row[]> {
  const rows = await database.query<{ code: string; issued_by: string; created_at: Date; used: bigint }>(
    `select c.code, c.issued_by, c.created_at, (select count(*) from app_user u where u.invited_by_code = c.code) as used
       from opening_code c where c.issued_by is not null order by c.created_at desc, c.code limit $1`,
    [limit],
  )
  return rows.map((row) => ({
    code: row.code,
    issuedBy: row.issued_by,
    createdAt: row.created_at.toISOString(),
    accountsOpened: Number(row.used),
  }))
}

interface UserRow {
  id: bigint
  account: string
  nickname: string
  phone_e164: string
  opening_code: string
  invited_by_code: string | null
  created_at: Date
  available: bigint
  in_orders: bigint
  sessions: bigint
}

/** One user, without secrets; the phone is masked. */
export async function showUser(database: Database, account: string, scale: number): Promise<Row> {
  const rows = await database.query<UserRow & Record<string, unknown>>(
    `select u.id, u.account, u.nickname, u.phone_e164, u.opening_code, u.invited_by_code, u.created_at,
            (select balance from ledger_account where user_id = u.id and kind = 1) as available,
            (select balance from ledger_account where user_id = u.id and kind = 2) as in_orders,
            (select count(*) from session where user_id = u.id) as sessions
       from app_user u where lower(u.account) = lower($1)`,
    [account],
  )
  const user = rows[0]
  if (!user) throw new OpsRefusal(`There is no account "${account}".`)
  return {
    account: user.account,
    nickname: user.nickname,
    phone: `${user.phone_e164.slice(0, 3)}****${user.phone_e164.slice(-4)}`,
    openingCode: user.opening_code,
    invitedBy: user.invited_by_code,
    registeredAt: user.created_at.toISOString(),
    available: formatMoney(user.available, scale),
    inOrders: formatMoney(user.in_orders, scale),
    sessions: Number(user.sessions),
  }
}

/** Closes a product to new orders, or opens it again. Orders that exist settle by the rules either way. */
export async function setMaintenance(
  database: Database,
  authority: Authority,
  symbol: string,
  maintenance: boolean,
): Promise<Row> {
  return audited(database, authority, 'products.maintenance', async (tx) => {
    const rows = await tx.query<{ before: boolean }>(
      'select maintenance as before from product where symbol = $1 for update',
      [symbol],
    )
    const product = rows[0]
    if (!product) throw new OpsRefusal(`There is no product "${symbol}".`)
    await tx.query('update product set maintenance = $2 where symbol = $1', [symbol, maintenance])
    return {
      subject: symbol,
      details: { before: product.before, after: maintenance },
      value: { symbol, maintenance },
    }
  })
}

/** What operators did, newest first. */
export async function showAudit(database: Database, limit: number): Promise<Row[]> {
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
