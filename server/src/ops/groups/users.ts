import { type Authority, audited } from '../../audit/auditLog'
import type { Queryable } from '../../database/database'
import { maskedPhone, type PhoneRow, phoneDigests, phoneOfUser, USER_PHONE_COLUMN } from '../../database/phones'
import type { Deps } from '../../deps'
import { formatMoney } from '../../shared/money'
import { changeMoney, type MoneyAuthority } from '../approvals'
import { findUser } from '../findUser'
import { changing, movingMoney, type OpsKit, OpsRefusal } from '../kit'
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
  const rows = await tx.query<UserRow>(
    `select id, account, nickname, ${USER_PHONE_COLUMN}, opening_code, invited_by_code, created_at,
            ledger_balance(id, account_available()) as available,
            ledger_balance(id, account_in_orders()) as in_orders,
            (select count(*) from session where user_id = app_user.id) as sessions
       from app_user where lower(account) = lower($1)`,
    [account],
  )
  const user = rows[0]
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

const SENTENCES = {
  country_blocked: 'This country is not served (BLOCKED_COUNTRIES).',
  phone_invalid: 'This is no phone number of this country: digits without the country code, as at registration.',
  phone_taken: "This number is another account's, or somebody is registering with it: then try again in 15 minutes.",
}

/**
 * A phone number in place of one that changed or that no key opens any more, after a check of identity outside this system. It
 * moves nothing, so a typed name is enough; of staff a second operator repeats the command. The number stands in no log.
 */
async function setPhone(deps: Deps, account: string, country: string, typed: string, authority: MoneyAuthority) {
  const user = await findUser(deps.database, account)
  const read = deps.accounts.readPhone(country.toUpperCase(), typed)
  if (!read.ok) throw new OpsRefusal(SENTENCES[read.error.code])
  const { phone } = read.value
  return changeMoney(deps, authority, {
    action: 'users.set-phone',
    subject: user.subject,
    amount: 0n,
    details: {},
    mark: phoneDigests(deps.sealer, phone)[0]?.digest.toString('hex') ?? '',
    async run(tx) {
      const set = await deps.accounts.setPhone(tx, user.id, read.value)
      if (!set.ok) throw new OpsRefusal(SENTENCES[set.error.code])
      return { account, phone: maskedPhone(phone) }
    },
  })
}

export function addUserCommands({ program, answer, currency }: OpsKit) {
  const users = program.command('users').description('users')
  changing(users.command('show').description('one user; each look is logged'))
    .argument('<account>')
    .action((account: string, options: Authority) => answer((deps) => showUser(deps, account, currency.scale, options)))
  movingMoney(
    users.command('set-phone').description('another phone number, after a check of identity; ends nothing else'),
  )
    .argument('<account>')
    .argument('<country>', 'ISO 3166 country of the number, for example DE')
    .argument('<number>', 'national number, digits')
    .action((account: string, country: string, number: string, options: MoneyAuthority) =>
      answer((deps) => setPhone(deps, account, country, number, options)),
    )
}
