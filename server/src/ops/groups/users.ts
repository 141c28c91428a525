import { type Authority, audited } from '../../auditLog/auditLog'
import type { Queryable } from '../../database/database'
import type { Deps } from '../../deps'
import { formatMoney } from '../../shared/money'
import { maskedPhone, type PhoneRow, phoneOfUser, USER_PHONE_COLUMN } from '../../users/phones'
import { changing, type OpsKit, OpsRefusal } from '../kit'
import type { Row } from '../print'

interface UserRow extends PhoneRow {
  id: bigint
  account: string
  nickname: string
  opening_code: string
  invited_by_code: string | null
  created_at: Date
  available: bigint
  in_orders: bigint
  sessions: bigint
}

/** One user, without secrets; the phone is masked. The look is in the audit log. */
function showUser(deps: Deps, account: string, scale: number, authority: Authority): Promise<Row> {
  return audited(deps.database, authority, 'users.show', async (tx) => {
    const value = await readUser(deps, tx, account, scale)
    return { subject: `user ${value.user}`, details: {}, value }
  })
}

async function readUser({ sealer }: Deps, tx: Queryable, account: string, scale: number) {
  const user = await tx.first<UserRow>(
    `select id, account, nickname, ${USER_PHONE_COLUMN}, opening_code, invited_by_code, created_at,
            ledger_balance(id, account_available()) as available,
            ledger_balance(id, account_in_orders()) as in_orders,
            (select count(*) from session where user_id = app_user.id) as sessions
       from app_user where lower(account) = lower($1)`,
    [account],
  )
  if (!user) throw new OpsRefusal(`There is no account "${account}".`)
  return {
    // The audit log's name for the user, even after the account is deleted.
    user: Number(user.id),
    account: user.account,
    nickname: user.nickname,
    phone: maskedPhone(phoneOfUser(sealer, user.id, user)),
    openingCode: user.opening_code,
    invitedBy: user.invited_by_code,
    registeredAt: user.created_at.toISOString(),
    available: formatMoney(user.available, scale),
    inOrders: formatMoney(user.in_orders, scale),
    sessions: Number(user.sessions),
  }
}

export function addUserCommands({ program, answer, currency }: OpsKit) {
  const users = program.command('users').description('users')
  changing(users.command('show').description('one user; each look is logged'))
    .argument('<account>')
    .action((account: string, options: Authority) => answer((deps) => showUser(deps, account, currency.scale, options)))
}
