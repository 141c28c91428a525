import { randomBytes, randomInt } from 'node:crypto'
import { assert } from '../../shared/assert'
import type { AccountsBase } from './deps'
import { issueOpeningCode } from './openingCodes'
import { hashPassword } from './passwords'
import { createUser } from './registration'
import { findUserByAccount } from './repository'
import { isWeakTradePassword } from './tradePassword'

/** A first user and opening codes: created once, printed at every start. */
export interface DemoSignIn {
  openingCode: string
  account: string
  password: string
  tradePassword: string
}

const DEMO_ACCOUNT = 'demo_user'
/** Assigned by no network, so nobody owns it. */
const DEMO_PHONE = { phone_country: 'CN', phone: '+8610000000000' }
const SETTING = 'demo_sign_in'

/** A trade password that the rules accept. */
function newTradePassword(): string {
  for (;;) {
    const digits = String(randomInt(1_000_000)).padStart(6, '0')
    if (!isWeakTradePassword(digits)) return digits
  }
}

/**
 * The demo account and an account-opening code, kept in `setting` from the first start on. Its password is stored in
 * the clear on purpose: the account holds demo funds only and is never created with FUNDS=live.
 */
export async function seedDemo(
  deps: Pick<AccountsBase, 'config' | 'database' | 'ledger' | 'sealer'>,
): Promise<DemoSignIn> {
  const password = `demo-${randomBytes(5).toString('hex')}`
  const tradePassword = newTradePassword()
  const [loginPasswordHash, tradePasswordHash] = await Promise.all([
    hashPassword(password),
    hashPassword(tradePassword),
  ])
  return deps.database.withTransaction(async (tx) => {
    // The row is the lock: a second process waits here and then finds what the first one created.
    await tx.query(`insert into setting (key, value) values ($1, 'null') on conflict do nothing`, [SETTING])
    const row = await tx.first<{ value: DemoSignIn | null }>('select value from setting where key = $1 for update', [
      SETTING,
    ])
    const existing = row?.value
    if (existing && (await findUserByAccount(tx, existing.account))) return existing
    const openingCode = await issueOpeningCode(tx, 'demo seed')
    const user = await createUser(deps, tx, {
      account: DEMO_ACCOUNT,
      ...DEMO_PHONE,
      invitedBy: openingCode,
      loginPasswordHash,
      tradePasswordHash,
    })
    assert(user !== undefined, 'account and phone of the demo are free')
    const signIn: DemoSignIn = { openingCode, account: DEMO_ACCOUNT, password, tradePassword }
    await tx.query('update setting set value = $2 where key = $1', [SETTING, JSON.stringify(signIn)])
    return signIn
  })
}
