import { randomBytes } from 'node:crypto'
import { assert } from '../../shared/assert'
import type { AccountsBase } from './deps'
import { issueOpeningCode } from './openingCodes'
import { hashPassword } from './passwords'
import { createUser, grantDemoFunds } from './registration'

/** Assigned by no network, so nobody owns it. */
const EXAMPLE_PHONE = { phone_country: 'CN', phone: '+8610000000001' }
const SETTING = 'example_account'

type ExampleAccountDeps = Pick<AccountsBase, 'config' | 'database' | 'ledger' | 'sealer'>

/** The account of the house's own example orders; undefined before it is made. */
export async function findExampleAccount({ database }: Pick<AccountsBase, 'database'>): Promise<bigint | undefined> {
  const rows = await database.query<{ value: { userId: string } | null }>('select value from setting where key = $1', [
    SETTING,
  ])
  const [row] = rows
  return row?.value ? BigInt(row.value.userId) : undefined
}

/** Makes that account once. Nobody can sign in to it: its passwords are random and not kept. */
export async function seedExampleAccount(deps: ExampleAccountDeps): Promise<void> {
  const { database } = deps
  if ((await findExampleAccount(deps)) !== undefined) return
  const nobodys = await hashPassword(randomBytes(24).toString('hex'))
  await database.withTransaction(async (tx) => {
    const userId = await createUser(deps, tx, {
      account: `house_${randomBytes(3).toString('hex')}`,
      ...EXAMPLE_PHONE,
      invitedBy: await issueOpeningCode(tx, 'example orders'),
      loginPasswordHash: nobodys,
      tradePasswordHash: nobodys,
    })
    assert(userId !== undefined, 'account and phone of the example are free')
    await tx.query('insert into setting (key, value) values ($1, $2)', [
      SETTING,
      JSON.stringify({ userId: String(userId) }),
    ])
  })
}

/** Another grant of demo funds, as each new account gets one: example orders lose about as often as they win. */
export const refillExample = (deps: ExampleAccountDeps, userId: bigint): Promise<void> =>
  deps.database.withTransaction((tx) => grantDemoFunds(deps, tx, userId))
