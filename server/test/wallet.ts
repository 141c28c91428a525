import { createHmac } from 'node:crypto'
import type { Deposit, DepositNotice } from '../../contract/deposits'
import type { Withdrawal } from '../../contract/withdrawals'
import { loadConfig } from '../src/config'
import type { Queryable } from '../src/database/database'
import type { Sealer } from '../src/shared/sealing'
import type { TestAppOptions, TestUser } from './app'
import { newId } from './ids'
import { ACCOUNT_ADDRESS, CARD_NUMBER, ID_NUMBER, REAL_NAME, TRADE_PASSWORD } from './personal'
import { createTradingFloor } from './tradingFloor'

export const GATEWAY_SECRET = 'a secret that only the paying service and this server know'

export const MASKED_CARD = '6222 **** **** 0128'

const GATEWAY = {
  id: 'cardpay',
  kind: 'gateway',
  payUrl: 'https://pay.example/checkout',
  minimum: '1.00',
  maximum: '5000.00',
}
const BANK = {
  id: 'bank',
  kind: 'bank',
  payee: 'Fairtick Ltd',
  bank: 'Test Bank',
  accountNumber: '12-34',
  minimum: '10.00',
  maximum: '50000.00',
}

/** The settings of a server with a channel of each kind. */
export const walletConfig = (env: Record<string, string> = {}) => {
  const { deposits, withdrawals, payoutAccounts } = loadConfig({
    DEPOSIT_CHANNELS: JSON.stringify([BANK, GATEWAY]),
    DEPOSIT_SECRET_CARDPAY: GATEWAY_SECRET,
    ...env,
  })
  return { deposits, withdrawals, payoutAccounts }
}

/** A paying service's notice: the reference sender of docs/OPERATIONS.md, "Paying service". */
export function signedBody(payload: string, atMs: number, secret = GATEWAY_SECRET) {
  const timestamp = String(Math.floor(atMs / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
  return {
    payload,
    headers: {
      'content-type': 'application/json',
      'fairtick-timestamp': timestamp,
      'fairtick-signature': signature,
    },
  }
}

export const signedNotice = (notice: DepositNotice, atMs: number, secret?: string) =>
  signedBody(JSON.stringify(notice), atMs, secret)

/** Real-name verification is another module's: here it is only said to be done. */
export const sayVerified = (database: Queryable, sealer: Sealer, id: bigint, at = new Date()) =>
  database.query(
    `insert into verification (user_id, attempt, status, nationality, sealed_name, sealed_id_number,
                               front_photo_id, back_photo_id, submitted_at, opened_at, decided_at)
       values ($1, 1, 'verified', 'CN', $2, $3, gen_random_uuid(), gen_random_uuid(), $4, $4, $4)`,
    [id, sealer.seal(REAL_NAME, `verification ${id} name`), sealer.seal(ID_NUMBER, `verification ${id} id number`), at],
  )

/** The whole server with its market, and what a user does with money on it. */
export async function createWallet(options: TestAppOptions = {}) {
  const app = await createTradingFloor({ ...options, config: { ...walletConfig(), ...options.config } })
  const { deps, database, call } = app

  const verify = ({ id }: TestUser) => sayVerified(database, deps.sealer, id, new Date(app.clock.now()))

  const bind = (user: TestUser, changes: object = {}) =>
    call(user, 'PUT', '/payout-account', {
      kind: 'bank_card',
      accountName: REAL_NAME,
      nationality: 'CN',
      bank: 'Test Bank',
      cardNumber: CARD_NUMBER,
      accountAddress: ACCOUNT_ADDRESS,
      tradePassword: TRADE_PASSWORD,
      ...changes,
    })

  /** A user who may withdraw, with the 10,000.00 of a new demo account. */
  async function registerReady(account?: string): Promise<TestUser> {
    const user = await app.registerUser(account)
    await verify(user)
    await bind(user)
    return user
  }

  const withdrawal = (changes: object = {}) => ({
    id: newId(),
    amount: '100.00',
    fee: '1.10',
    tradePassword: TRADE_PASSWORD,
    ...changes,
  })
  const withdraw = (user: TestUser, changes: object = {}) => call(user, 'POST', '/withdrawals', withdrawal(changes))
  const deposit = (user: TestUser, changes: object = {}) =>
    call(user, 'POST', '/deposits', { id: newId(), channel: 'bank', amount: '100.00', ...changes })
  const depositOf = async (user: TestUser, id: string) => (await call(user, 'GET', `/deposits/${id}`)).json<Deposit>()
  const withdrawalOf = async (user: TestUser, id: string) =>
    (await call(user, 'GET', `/withdrawals/${id}`)).json<Withdrawal>()
  const messagesOf = (user: TestUser) =>
    database.query<{ kind: string; facts: Record<string, string> }>(
      'select kind, facts from message where user_id = $1 order by id',
      [user.id],
    )

  return {
    ...app,
    verify,
    bind,
    registerReady,
    withdrawal,
    withdraw,
    deposit,
    depositOf,
    withdrawalOf,
    messagesOf,
  }
}

export type Wallet = Awaited<ReturnType<typeof createWallet>>
