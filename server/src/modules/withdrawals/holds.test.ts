import type { Withdrawal, WithdrawalTerms } from '../../../../contract/withdrawals'
import { codeOf } from '../../../../test/support/answers'
import { LOGIN_PASSWORD, type TestUser } from '../../../test/app'
import { brokenInvariants } from '../../../test/invariants'
import { untilOneWaits } from '../../../test/locks'
import { createAuthenticator } from '../../../test/passkeys'
import { TRADE_PASSWORD } from '../../../test/personal'
import { createTotpFor } from '../../../test/totp'
import { createWallet, type Wallet, walletConfig } from '../../../test/wallet'
import type { Tx } from '../../database/database'
import { DAY_MS, MINUTE_MS } from '../../shared/time'
import { beginHold } from '../../users/holds'

/** Repeats of the race; the full run is REPEATS=1000. */
const REPEATS = Number(process.env.REPEATS ?? 25)

let wallet: Wallet
beforeAll(async () => {
  wallet = await createWallet()
})
afterEach(async () => expect(await brokenInvariants(wallet.database)).toEqual([]))
afterAll(() => wallet.close())

const termsOf = async (user: TestUser) => (await wallet.call(user, 'GET', '/withdrawal-terms')).json<WithdrawalTerms>()
const login = (user: TestUser, deviceToken?: string) => wallet.logIn(user.account, { deviceToken })

async function changePassword(user: TestUser, kind: 'login' | 'trade') {
  const { code } = await wallet.database.withTransaction((tx) =>
    wallet.deps.security.issueChangeCode(tx, { userId: user.id, kind, issuedBy: 'test' }),
  )
  return wallet.call(user, 'POST', '/password-changes', {
    kind,
    oldPassword: kind === 'login' ? LOGIN_PASSWORD : TRADE_PASSWORD,
    newPassword: kind === 'login' ? 'something quite different' : '905173',
    changeCode: code,
    endOtherSessions: false,
  })
}

async function changeAccount(user: TestUser) {
  await wallet.database.withTransaction((tx) => wallet.deps.payoutAccounts.reopen(tx, user.id))
  return wallet.bind(user, { bank: 'Another Bank' })
}

const CAUSES: [string, number, string | undefined, (user: TestUser) => Promise<unknown>][] = [
  ['new_device', 1, undefined, (user) => login(user)],
  ['password', 1, undefined, (user) => changePassword(user, 'login')],
  ['password', 1, '905173', (user) => changePassword(user, 'trade')],
  [
    'second_factor',
    1,
    undefined,
    (user) =>
      wallet.database.withTransaction(async (tx) => {
        await tx.query(
          `insert into second_factor (user_id, sealed_secret, enabled_at, setup_expires_at) values ($1, '', now(), now())`,
          [user.id],
        )
        return wallet.deps.security.removeSecondFactor(tx, user.id)
      }),
  ],
  ['payout_account', 3, undefined, changeAccount],
]

test.each(CAUSES)(
  'after %s money waits for %d days, and the terms say until when',
  async (reason, days, tradePassword, cause) => {
    const user = await wallet.registerReady()
    expect((await termsOf(user)).hold).toBeNull()
    const secret = tradePassword === undefined ? {} : { tradePassword }
    await cause(user)
    const until = new Date(wallet.clock.now() + days * DAY_MS).toISOString()
    expect((await termsOf(user)).hold).toEqual({ reason, until })
    const refused = await wallet.withdraw(user, secret)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'withdrawal_on_hold', details: { hold: reason, until } })
    await wallet.clock.advance(days * DAY_MS - 1)
    expect(codeOf(await wallet.withdraw(user, secret))).toBe('withdrawal_on_hold')
    await wallet.clock.advance(1)
    expect((await wallet.withdraw(user, secret)).statusCode).toBe(201)
  },
)

test('a second factor that is turned on holds, too', async () => {
  const user = await wallet.registerReady()
  await createTotpFor(wallet, user)
  expect((await termsOf(user)).hold?.reason).toBe('second_factor')
})

test('a known device and the first one of an account hold nothing; a shorter hold does not end a longer one', async () => {
  const user = await wallet.registerReady()
  await login(user, user.deviceToken)
  expect((await termsOf(user)).hold).toBeNull()
  await changeAccount(user)
  const { hold } = await termsOf(user)
  await wallet.clock.advance(MINUTE_MS)
  await login(user)
  expect((await termsOf(user)).hold).toEqual(hold)
})

test('of a withdrawal and a hold that begin at once, none slips through: the rules are checked again under the lock', async () => {
  const user = await wallet.registerReady()
  for (let round = 0; round < REPEATS; round++) {
    await wallet.database.query('delete from withdrawal_hold where user_id = $1', [user.id])
    const before = wallet.clock.now()
    const [answer] = await Promise.all([
      wallet.withdraw(user, { amount: '10.00', fee: '1.01' }),
      wallet.database.withTransaction((tx) => beginHold(tx, user.id, 'new_device', before)),
    ])
    expect([201, 409]).toContain(answer.statusCode)
    if (answer.statusCode === 409) expect(codeOf(answer)).toBe('withdrawal_on_hold')
    expect(codeOf(await wallet.withdraw(user, { amount: '10.00', fee: '1.01' }))).toBe('withdrawal_on_hold')
  }
})

test.each([
  ['hold', 'withdrawal_on_hold', (tx: Tx, user: TestUser) => beginHold(tx, user.id, 'reset', wallet.clock.now())],
  [
    'stop by staff',
    'withdrawals_frozen',
    (tx: Tx, { id }: TestUser) =>
      wallet.deps.freezesAndNotes.freeze(tx, id, { kind: 'money_out', reason: 'suspicion', by: 'ada' }),
  ],
])('a %s that commits between the look at the terms and the withdrawal stops it', async (_, code, begin) => {
  const user = await wallet.registerReady()
  const { underWay } = await wallet.database.withTransaction(async (tx) => {
    await begin(tx, user)
    const asked = wallet.withdraw(user)
    await untilOneWaits(wallet.database, 'from ledger_account')
    return { underWay: asked }
  })
  expect(codeOf(await underWay)).toBe(code)
})

const pickUp = (reference: string) =>
  wallet.database.withTransaction((tx) => wallet.deps.withdrawals.pickUp(tx, reference, 'ada'))

test('the last rest below the minimum leaves whole and without a fee, and only where nothing else is there', async () => {
  const user = await wallet.registerReady()
  const { reference } = (await wallet.withdraw(user, { amount: '9990.01', fee: '10.99' })).json<Withdrawal>()
  // Until it is picked up the user can have it back: the rest would then leave without a fee and be no rest.
  expect((await termsOf(user)).rest).toBeNull()
  expect(codeOf(await wallet.withdraw(user, { amount: '9.99', fee: '0.00' }))).toBe('amount_too_low')
  expect((await pickUp(reference)).ok).toBe(true)
  expect((await termsOf(user)).rest).toBe('9.99')
  expect(codeOf(await wallet.withdraw(user, { amount: '9.98', fee: '0.00' }))).toBe('amount_too_low')
  expect(codeOf(await wallet.withdraw(user, { amount: '9.99', fee: '1.00' }))).toBe('withdrawal_fee_changed')
  const both = await Promise.all([1, 2].map(() => wallet.withdraw(user, { amount: '9.99', fee: '0.00' })))
  expect(both.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  // The other one finds no rest any more, or that its money went while it was being checked.
  const refusals = both.filter(({ statusCode }) => statusCode !== 201).map(codeOf)
  expect(['amount_too_low', 'balance_insufficient']).toContain(refusals.join())
  expect(await wallet.availableOf(user)).toBe('0.00')
  expect((await termsOf(user)).rest).toBeNull()
  const other = await wallet.registerReady()
  await wallet.tick('100')
  await wallet.place(other, wallet.body({ stake: '1.00' }))
  const large = (await wallet.withdraw(other, { amount: '9990.00', fee: '10.99' })).json<Withdrawal>()
  expect((await pickUp(large.reference)).ok).toBe(true)
  expect((await termsOf(other)).rest).toBeNull()
  expect(codeOf(await wallet.withdraw(other, { amount: '9.00', fee: '0.00' }))).toBe('amount_too_low')
})

// This test comes last: it makes ids by the clock of another server.
test('where a second factor is required, money waits for codes or for a passkey, which confirms it alone', async () => {
  const { withdrawals } = walletConfig({ WITHDRAWAL_SECOND_FACTOR: 'required' })
  const strict = await createWallet({ config: { ...walletConfig(), withdrawals } })
  const user = await strict.registerReady()
  expect((await strict.call(user, 'GET', '/withdrawal-terms')).json()).toMatchObject({ secondFactorMissing: true })
  expect(codeOf(await strict.withdraw(user))).toBe('second_factor_missing')
  const totp = await createTotpFor(strict, user)
  await strict.clock.advance(DAY_MS)
  expect((await strict.call(user, 'GET', '/withdrawal-terms')).json()).toMatchObject({ secondFactorMissing: false })
  expect((await strict.withdraw(user, { secondFactorCode: totp.code() })).statusCode).toBe(201)

  const other = await strict.registerReady()
  const device = createAuthenticator()
  const ask = async (url: string, payload: object = {}) =>
    (await strict.call(other, 'POST', url, payload)).json<{ challenge: string }>()
  await strict.call(
    other,
    'POST',
    '/passkeys',
    device.make(await ask('/passkeys/setup', { loginPassword: LOGIN_PASSWORD })),
  )
  await strict.clock.advance(DAY_MS)
  expect((await strict.call(other, 'GET', '/withdrawal-terms')).json()).toMatchObject({
    secondFactorMissing: false,
    secondFactorNeeded: true,
    takesCode: false,
    hasPasskeys: true,
  })
  expect(codeOf(await strict.withdraw(other))).toBe('second_factor_required')
  expect(codeOf(await strict.withdraw(other, { secondFactorCode: '123456' }))).toBe('second_factor_required')
  const passkey = device.sign(await ask('/passkeys/challenge'))
  expect((await strict.withdraw(other, { passkey })).statusCode).toBe(201)
  await strict.close()
})
