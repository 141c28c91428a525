import type { AccountLimits } from '../../../../contract/accountLimits'
import type { AccountLimitKind } from '../../../../contract/limits'
import { codeOf } from '../../../../test/support/answers'
import type { TestUser } from '../../../test/app'
import { asOwner } from '../../../test/asOwner'
import { newId } from '../../../test/ids'
import { repeatRace } from '../../../test/races'
import { createWallet, type Wallet, walletConfig } from '../../../test/wallet'
import { DAY_MS, HOUR_MS } from '../../shared/time'
import { forgetUserPhone } from '../../users/phones'

const ZONE = 'Asia/Shanghai'

let wallet: Wallet
beforeAll(async () => {
  wallet = await createWallet({ config: walletConfig() })
})
afterAll(() => wallet.close())
beforeEach(async () => {
  await wallet.clock.advance(1_000)
  await wallet.tick('100')
})

const limitsOf = async (user: TestUser) => (await wallet.call(user, 'GET', '/account-limits')).json<AccountLimits>()
const limitOf = async (user: TestUser, kind: AccountLimitKind) =>
  (await limitsOf(user)).limits.find((limit) => limit.kind === kind)
const set = (user: TestUser, kind: AccountLimitKind, value: string | null, timeZone = ZONE) =>
  wallet.call(user, 'PUT', `/account-limits/${kind}`, { value, timeZone })
const confirm = (user: TestUser, kind: AccountLimitKind) => wallet.call(user, 'POST', `/account-limits/${kind}/confirm`)
const place = (user: TestUser, stake: string) => wallet.place(user, wallet.body({ stake }))
const deposit = (user: TestUser, amount: string) =>
  wallet.call(user, 'POST', '/deposits', { id: newId(), channel: 'bank', amount })
const at = (afterMs: number) => new Date(wallet.clock.now() + afterMs).toISOString()

test('each limit of orders refuses what would break it, with its name and value, and nothing is booked', async () => {
  const cases: [AccountLimitKind, string, string][] = [
    ['stake', '50.00', '50.00'],
    ['open_stakes', '80.00', '50.00'],
    ['loss_day', '80.00', '50.00'],
    ['loss_week', '80.00', '50.00'],
    ['loss_month', '80.00', '50.00'],
    ['orders_day', '1', '50.00'],
  ]
  for (const [kind, value, stake] of cases) {
    const user = await wallet.registerUser()
    expect((await set(user, kind, value)).statusCode).toBe(200)
    expect((await place(user, stake)).statusCode).toBe(201)
    const before = await wallet.availableOf(user)
    const refused = await place(user, kind === 'stake' ? '50.01' : stake)
    expect(refused.json()).toMatchObject({
      code: 'account_limit_reached',
      details: { ownLimit: kind, ...(kind === 'orders_day' ? { limit: '1' } : { limit: value }) },
    })
    expect(await wallet.availableOf(user)).toBe(before)
  }
})

test('a loss counts until its day ends where the user lives; a win gives nothing beyond the limit', async () => {
  const user = await wallet.registerUser()
  await set(user, 'loss_day', '100.00')
  const lost = wallet.body({ stake: '60.00', direction: 'down' })
  await wallet.win(user, lost)
  expect((await wallet.orderOf(user, lost.id)).status).toBe('lost')
  expect(await limitOf(user, 'loss_day')).toMatchObject({ used: '60.00', left: '40.00', timeZone: ZONE })
  expect(codeOf(await place(user, '40.01'))).toBe('account_limit_reached')
  const { resetsAt } = (await limitOf(user, 'loss_day')) ?? {}
  // Midnight in Shanghai is 16:00 UTC all year.
  expect(resetsAt).toMatch(/T16:00:00\.000Z$/)
  await wallet.clock.advance(Date.parse(resetsAt ?? '') - wallet.clock.now() + 1_000)
  await wallet.tick('100')
  expect(await limitOf(user, 'loss_day')).toMatchObject({ used: '0.00', left: '100.00' })
  expect((await place(user, '100.00')).statusCode).toBe(201)
  expect(codeOf(await place(user, '1.00'))).toBe('account_limit_reached')
})

/** A user whose limit has room for only one of two. */
const racerWith = (kind: AccountLimitKind, value: string) => async () => {
  const racer = await wallet.registerUser()
  await set(racer, kind, value)
  return racer
}

test('two orders at once never pass a limit together', () =>
  repeatRace(
    racerWith('open_stakes', '1.50'),
    async (racer) => {
      const answers = await Promise.all([place(racer, '1.00'), place(racer, '1.00')])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
      expect(answers.map(codeOf)).toContain('account_limit_reached')
      expect(await limitOf(racer, 'open_stakes')).toMatchObject({ used: '1.00', left: '0.50' })
    },
    wallet.settleAll,
  ))

test('two deposits at once never pass a limit together', () =>
  repeatRace(
    racerWith('deposit_day', '150.00'),
    async (racer) => {
      const answers = await Promise.all([deposit(racer, '100.00'), deposit(racer, '100.00')])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
      expect(answers.map(codeOf)).toContain('account_limit_reached')
      expect(await limitOf(racer, 'deposit_day')).toMatchObject({ used: '100.00', left: '50.00' })
      const { id } = answers.find(({ statusCode }) => statusCode === 201)?.json<{ id: string }>() ?? {}
      expect((await wallet.call(racer, 'POST', `/deposits/${id}/cancel`)).statusCode).toBe(200)
    },
    async () => undefined,
  ))

test('money that came late counts on the day of its credit, also beyond the limit, and refuses what would come on top', async () => {
  const user = await wallet.registerUser()
  await set(user, 'deposit_day', '150.00')
  const { id, reference } = (await deposit(user, '100.00')).json<{ id: string; reference: string }>()
  await wallet.call(user, 'POST', `/deposits/${id}/cancel`)
  expect(await limitOf(user, 'deposit_day')).toMatchObject({ used: '0.00' })
  await wallet.clock.advance(DAY_MS)
  expect((await deposit(user, '120.00')).statusCode).toBe(201)
  const claim = { amount: 10_000n, late: true }
  const credited = await wallet.database.withTransaction((tx) => wallet.deps.deposits.approve(tx, reference, claim))
  expect(credited.ok).toBe(true)
  expect(await limitOf(user, 'deposit_day')).toMatchObject({ used: '220.00', left: '0.00' })
  expect((await deposit(user, '10.00')).json()).toMatchObject({
    code: 'account_limit_reached',
    details: { ownLimit: 'deposit_day', limit: '150.00' },
  })
  await wallet.clock.advance(DAY_MS)
  expect(await limitOf(user, 'deposit_day')).toMatchObject({ used: '0.00', left: '150.00' })
})

test('lower holds at once, higher only after a day and a second word, and not a week later', async () => {
  const user = await wallet.registerUser()
  await set(user, 'stake', '100.00')
  await set(user, 'stake', '40.00')
  expect(await limitOf(user, 'stake')).toMatchObject({ value: '40.00', raise: null })
  const asked = (await set(user, 'stake', '90.00')).json<AccountLimits>()
  expect(asked.limits[0]).toMatchObject({ value: '40.00', raise: { value: '90.00', from: at(DAY_MS) } })
  expect(codeOf(await confirm(user, 'stake'))).toBe('raise_not_due')
  expect(codeOf(await place(user, '41.00'))).toBe('account_limit_reached')
  await wallet.clock.advance(DAY_MS)
  await wallet.tick('100')
  expect(codeOf(await place(user, '41.00'))).toBe('account_limit_reached')
  expect((await confirm(user, 'stake')).json<AccountLimits>().limits[0]).toMatchObject({ value: '90.00', raise: null })
  expect((await place(user, '41.00')).statusCode).toBe(201)
  expect(codeOf(await confirm(user, 'stake'))).toBe('raise_not_due')

  await set(user, 'stake', null)
  // Somebody who has looked in and then stays logged in.
  for (const days of [4, 4]) {
    await wallet.clock.advance(days * DAY_MS)
    expect(await limitOf(user, 'stake')).toBeDefined()
  }
  expect(codeOf(await confirm(user, 'stake'))).toBe('raise_not_due')
  await set(user, 'stake', null)
  await wallet.clock.advance(DAY_MS)
  expect((await confirm(user, 'stake')).json<AccountLimits>().limits).toEqual([])
})

test('raises at once are one, a newer wish begins its day anew, and two confirmations at once raise once', async () => {
  const user = await wallet.registerUser()
  await set(user, 'stake', '40.00')
  await set(user, 'loss_day', '40.00')
  await Promise.all([set(user, 'stake', '90.00'), set(user, 'stake', '500.00'), set(user, 'loss_day', null)])
  for (const kind of ['stake', 'loss_day'] as const)
    expect(await limitOf(user, kind)).toMatchObject({ value: '40.00', raise: { from: at(DAY_MS) } })
  await wallet.clock.advance(23 * HOUR_MS)
  await set(user, 'stake', '1000.00')
  await wallet.clock.advance(HOUR_MS)
  expect(codeOf(await confirm(user, 'stake'))).toBe('raise_not_due')
  await wallet.clock.advance(23 * HOUR_MS)
  const answers = await Promise.all([confirm(user, 'stake'), confirm(user, 'stake')])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await limitOf(user, 'stake')).toMatchObject({ value: '1000.00', raise: null })
  // Another time zone never shifts the day: the zone of the first setting stays, regardless of later requests.
  expect(await limitOf(user, 'loss_day')).toMatchObject({ value: '40.00', timeZone: ZONE })
  await set(user, 'loss_day', '30.00', 'Pacific/Kiritimati')
  expect(await limitOf(user, 'loss_day')).toMatchObject({ value: '30.00', timeZone: ZONE, raise: null })
})

test('the value that holds takes a raise back; the time zone stays that of the first setting', async () => {
  const user = await wallet.registerUser()
  await set(user, 'loss_day', '40.00')
  await set(user, 'loss_day', '90.00')
  await set(user, 'loss_day', '40.00', 'America/New_York')
  expect(await limitOf(user, 'loss_day')).toMatchObject({ value: '40.00', raise: null, timeZone: ZONE })
})

test('what cannot be a limit is refused', async () => {
  const user = await wallet.registerUser()
  for (const [kind, value] of [
    ['stake', '1.001'],
    ['orders_day', '1.5'],
    ['orders_day', '100001'],
    ['session', '4'],
    ['session', '1441'],
  ] as const)
    expect(codeOf(await set(user, kind, value))).toBe('account_limit_invalid')
  expect(codeOf(await set(user, 'stake', '-1.00'))).toBe('invalid_request')
  expect((await limitsOf(user)).limits).toEqual([])
})

test('a limit is never refused because of the name of a time zone', async () => {
  for (const [zone, kept] of [
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['+08:00', '<+0800>-08:00'],
    ['Etc/Unknown', 'UTC'],
  ]) {
    const user = await wallet.registerUser()
    expect((await set(user, 'loss_day', '100.00', zone)).statusCode).toBe(200)
    expect(await limitOf(user, 'loss_day')).toMatchObject({ timeZone: kept, left: '100.00' })
    expect((await place(user, '10.00')).statusCode).toBe(201)
  }
})

test('on a break: no orders, no deposits; open orders settle and withdrawals go on; nobody ends it early', async () => {
  const user = await wallet.registerReady()
  const open = wallet.body({ stake: '10.00' })
  expect((await wallet.place(user, open)).statusCode).toBe(201)
  const until = at(DAY_MS)
  expect((await wallet.call(user, 'POST', '/account-break', { kind: 'break', until })).statusCode).toBe(200)
  expect((await limitsOf(user)).break).toMatchObject({ kind: 'break', until, reopensAt: null })
  expect((await place(user, '10.00')).json()).toMatchObject({ code: 'on_break', details: { until } })
  expect((await deposit(user, '20.00')).json()).toMatchObject({ code: 'on_break', details: { until } })
  // A repeat of an earlier order still gets its answer.
  expect((await wallet.place(user, open)).statusCode).toBe(200)
  expect((await wallet.withdraw(user)).statusCode).toBe(201)

  const end = () => wallet.call(user, 'POST', '/account-break/end')
  expect((await end()).json()).toMatchObject({ code: 'break_not_over', details: { until } })
  // A break can be extended, not shortened.
  expect(
    codeOf(await wallet.call(user, 'POST', '/account-break', { kind: 'break', until: at(DAY_MS - HOUR_MS) })),
  ).toBe('break_invalid')
  await wallet.clock.advance(DAY_MS)
  await wallet.tick('100')
  expect(codeOf(await place(user, '10.00'))).toBe('on_break')
  expect((await end()).json<AccountLimits>().break).toMatchObject({ reopensAt: at(DAY_MS) })
  await wallet.clock.advance(HOUR_MS)
  expect((await end()).json<AccountLimits>().break).toMatchObject({ reopensAt: at(DAY_MS - HOUR_MS) })
  await wallet.clock.advance(DAY_MS - HOUR_MS)
  await wallet.tick('100')
  expect((await limitsOf(user)).break).toBeNull()
  expect((await place(user, '10.00')).statusCode).toBe(201)
})

test('the database itself ends no break before its time, whoever asks it to', async () => {
  const user = await wallet.registerUser()
  const until = at(30 * DAY_MS)
  await wallet.call(user, 'POST', '/account-break', { kind: 'break', until })
  const before = (await limitsOf(user)).break
  for (const table of ['account_break', 'person_break'])
    for (const change of [
      `update ${table} set until = until - interval '1 second'`,
      `update ${table} set reopens_at = until + interval '23 hours'`,
      `update ${table} set until = null, reopens_at = now()`,
      `delete from ${table} where reopens_at is null`,
      `truncate ${table}`,
    ])
      await expect(wallet.database.query(change)).rejects.toThrow(/break|append-only/)
  expect((await limitsOf(user)).break).toEqual(before)
  expect(codeOf(await place(user, '10.00'))).toBe('on_break')
})

test('a break of no possible length is refused', async () => {
  const user = await wallet.registerUser()
  for (const wish of [
    { kind: 'break', until: at(HOUR_MS) },
    { kind: 'break', until: at(400 * DAY_MS) },
    { kind: 'break', until: null },
    { kind: 'exclusion', until: at(30 * DAY_MS) },
  ])
    expect(codeOf(await wallet.call(user, 'POST', '/account-break', wish))).toBe('break_invalid')
})

/** The state that a deletion leaves. */
const leaveAsDeleted = ({ id }: TestUser) =>
  wallet.database.withTransaction(async (tx) => {
    await forgetUserPhone(tx, id)
    await tx.query(`update app_user set account = '~' || id, deleted_at = now() where id = $1`, [id])
    await tx.query('delete from account_break where user_id = $1', [id])
  })

test('an exclusion holds for the person who comes back with the same phone number', async () => {
  const user = await wallet.registerUser('returning')
  await wallet.call(user, 'POST', '/account-break', { kind: 'exclusion', until: null })
  await leaveAsDeleted(user)
  const again = await wallet.registerUser('returning')
  expect(again.id).not.toBe(user.id)
  expect((await limitsOf(again)).break).toMatchObject({ kind: 'exclusion', until: null })
  expect(codeOf(await place(again, '10.00'))).toBe('on_break')
})

describe('a new account of the same person', () => {
  /** Deletes the account, as a user would, and registers the phone number again. */
  const comeBack = async (user: TestUser, account: string) => {
    await leaveAsDeleted(user)
    return wallet.registerUser(account)
  }
  const beginBreak = (user: TestUser) =>
    wallet.call(user, 'POST', '/account-break', { kind: 'break', until: at(DAY_MS) })
  const end = (user: TestUser) => wallet.call(user, 'POST', '/account-break/end')

  test('is held by a break that is over until its end is asked for, and a day beyond', async () => {
    const user = await wallet.registerUser('impatient')
    await beginBreak(user)
    await wallet.clock.advance(DAY_MS + HOUR_MS)
    await wallet.tick('100')
    const again = await comeBack(user, 'impatient')
    expect(codeOf(await place(again, '10.00'))).toBe('on_break')
    expect((await end(again)).json<AccountLimits>().break).toMatchObject({ reopensAt: at(DAY_MS) })

    // A request on one account ends the break for the next one at the same time.
    const third = await comeBack(again, 'impatient')
    expect((await limitsOf(third)).break).toMatchObject({ reopensAt: at(DAY_MS) })
    await wallet.clock.advance(DAY_MS)
    await wallet.tick('100')
    expect((await place(third, '10.00')).statusCode).toBe(201)
    const fourth = await comeBack(third, 'impatient')
    expect((await limitsOf(fourth)).break).toBeNull()
  })

  test('has nothing of an earlier break in a later one', async () => {
    const user = await wallet.registerUser('repeatedly')
    await wallet.call(user, 'POST', '/account-break', { kind: 'exclusion', until: at(200 * DAY_MS) })
    // The half year is over; no session lasts that long.
    await asOwner(wallet.database, async (tx) => {
      // The database itself refuses to shorten a break.
      for (const table of ['account_break', 'person_break'])
        await tx.query(`update ${table} set until = $1 where kind = 'exclusion' and until is not null`, [
          new Date(wallet.clock.now()),
        ])
    })
    await end(user)
    await wallet.clock.advance(DAY_MS)
    await beginBreak(user)
    const again = await comeBack(user, 'repeatedly')
    expect((await limitsOf(again)).break).toMatchObject({ kind: 'break', until: at(DAY_MS), reopensAt: null })
  })
})

test('what was done since the session began: orders accepted, results of those that closed', async () => {
  const user = await wallet.registerUser()
  await wallet.win(user, wallet.body({ stake: '10.00' }))
  await wallet.clock.advance(1_000)
  const since = wallet.clock.now()
  await wallet.win(user, wallet.body({ stake: '20.00' }))
  await wallet.clock.advance(1_000)
  await wallet.tick('100')
  await place(user, '5.00')
  const answer = await wallet.call(user, 'GET', `/activity?since=${since}`)
  expect(answer.json()).toEqual({ orders: 2, stakes: '25.00', profitLoss: '15.00' })
  await set(user, 'session', '60')
  expect((await wallet.call(user, 'GET', '/me')).json()).toMatchObject({ sessionMinutes: 60 })
})
