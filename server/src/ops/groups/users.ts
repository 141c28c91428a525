import type { Database } from '../../database/database'
import { formatMoney } from '../../shared/money'
import { type OpsKit, OpsRefusal } from '../kit'
import type { Row } from '../print'

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
async function showUser(database: Database, account: string, scale: number): Promise<Row> {
  const rows = await database.query<UserRow>(
    `select id, account, nickname, phone_e164, opening_code, invited_by_code, created_at,
            ledger_balance(id, account_available()) as available,
            ledger_balance(id, account_in_orders()) as in_orders,
            (select count(*) from session where user_id = app_user.id) as sessions
       from app_user where lower(account) = lower($1)`,
    [account],
  )
  const user = rows[0]
  if (!user) throw new OpsRefusal(`There is no account "${account}".`)
  return {
    // As the audit log names the user, also after the account is gone.
    user: Number(user.id),
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

export function addUserCommands({ program, answer, currency }: OpsKit) {
  program
    .command('users')
    .description('users')
    .command('show')
    .description('one user')
    .argument('<account>')
    .action((account: string) => answer(({ database }) => showUser(database, account, currency.scale)))
}
