import type { CapitalRecordPage } from '../../contract/capitalRecord'
import type { Deposit } from '../../contract/deposits'
import type { Withdrawal, WithdrawalTerms } from '../../contract/withdrawals'
import { codeOf } from '../../test/support/answers'
import { pause } from '../../test/support/until'
import { refuse } from '../src/shared/result'
import { MONEY_STATUS } from '../src/shared/stored'
import type { TestUser } from './app'
import { newId } from './ids'
import { brokenInvariants } from './invariants'
import { createWallet, signedNotice, type Wallet, walletConfig } from './wallet'

/** Repeats of each race; the full run is REPEATS=1000. */
const REPEATS = Number(process.env.REPEATS ?? 25)

let wallet: Wallet
let user: TestUser
beforeAll(async () => {
  const settings = walletConfig()
  const { withdrawals } = settings
  // Without the limits that a thousand races on one account would meet.
  const roomy: typeof withdrawals = { ...withdrawals, dailyLimit: 10n ** 14n, feeFixed: 0n, feeRateBp: 0 }
  wallet = await createWallet({ config: { ...settings, withdrawals: roomy } })
  user = await wallet.registerReady()
  await wallet.clock.advance(1)
  await wallet.tick('100.0')
})
afterEach(async () => expect(await brokenInvariants(wallet.database)).toEqual([]))
afterAll(() => wallet.close())

const withdraw = (amount: string, id = newId()) => wallet.withdraw(user, { id, amount, fee: '0.00' })
const cancel = ({ id }: { id: string }) => wallet.call(user, 'POST', `/withdrawals/${id}/cancel`)
const cents = (text: string) => BigInt(text.replace('.', ''))

/** Shifts one side of a race a little more in each round, so that each side comes first in some. */
const stagger = (round: number) => pause((round % 10) * 3)

/** Hands everything back, so that the next round begins with a known balance. */
async function cancelAll() {
  const open = await wallet.call(user, 'GET', '/withdrawals?status=under_review&limit=100')
  await Promise.all(open.json<{ items: Withdrawal[] }>().items.map(cancel))
}

test('a withdrawal and an order on one balance: exactly one goes through, the other hears why', async () => {
  for (let round = 0; round < REPEATS; round++) {
    const balance = await wallet.availableOf(user)
    // All but 1.00: an order for 1.01 fits only before the withdrawal, and the withdrawal fits only before the order.
    const rest = (cents(balance) - 100n).toString()
    const amount = `${rest.slice(0, -2)}.${rest.slice(-2)}`
    const order = async () => {
      await stagger(round)
      return wallet.place(user, wallet.body({ stake: '1.01' }))
    }
    const [out, placed] = await Promise.all([withdraw(amount), order()])
    const statuses = [out.statusCode, placed.statusCode].sort()
    expect(statuses).toEqual([201, 409])
    expect(codeOf([out, placed].find((answer) => answer.statusCode === 409))).toBe('balance_insufficient')
    await cancelAll()
  }
})

test('two withdrawals on one balance: exactly one goes through', async () => {
  for (let round = 0; round < REPEATS; round++) {
    const amount = await wallet.availableOf(user)
    const answers = await Promise.all([withdraw(amount), withdraw(amount)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409])
    expect(codeOf(answers.find((answer) => answer.statusCode === 409))).toBe('balance_insufficient')
    await cancelAll()
  }
})

test('two devices cannot overrun the daily limit together', async () => {
  const { withdrawals: withdrawal } = wallet.deps.config
  const { dailyLimit } = withdrawal
  for (let round = 0; round < REPEATS; round++) {
    const terms = await wallet.call(user, 'GET', '/withdrawal-terms')
    const used = dailyLimit - cents(terms.json<WithdrawalTerms>().dailyRemaining)
    withdrawal.dailyLimit = used + 3_000n
    const answers = await Promise.all([withdraw('20.00'), withdraw('20.00')])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409])
    expect(codeOf(answers.find((answer) => answer.statusCode === 409))).toBe('daily_limit_reached')
    withdrawal.dailyLimit = dailyLimit
    await cancelAll()
  }
})

test('the operator picks up and pays while the user cancels: exactly one wins, and the other hears what happened', async () => {
  const { withdrawals } = wallet.deps
  for (let round = 0; round < REPEATS; round++) {
    const { reference, id } = (await withdraw('10.00')).json<Withdrawal>()
    const before = cents(await wallet.availableOf(user))
    const operate = () =>
      wallet.database.withTransaction(async (tx) => {
        const picked = await withdrawals.pickUp(tx, reference, 'ada')
        if (!picked.ok) return picked
        return withdrawals.approve(tx, reference, { amount: 1_000n, payoutReference: 'BANK-1' })
      })
    const cancelSoon = async () => {
      if (round % 2 === 1) await stagger(round % 5)
      return cancel({ id })
    }
    const [operated, cancelled] = await Promise.all([operate(), cancelSoon()])
    const final = await wallet.withdrawalOf(user, id)
    if (operated.ok) {
      expect(codeOf(cancelled)).toBe('withdrawal_decided')
      expect(final).toMatchObject({ status: 'successful', payoutReference: 'BANK-1' })
      expect(cents(await wallet.availableOf(user))).toBe(before)
      await wallet.deposit(user, { channel: 'demo', amount: '10.00' })
    } else {
      expect(operated.error.code).toBe('decided')
      expect(cancelled.statusCode).toBe(200)
      expect(final).toMatchObject({ status: 'failed', reason: { code: 'cancelled_by_user' } })
      expect(cents(await wallet.availableOf(user))).toBe(before + 1_000n)
    }
  }
})

test('two operators end one withdrawal differently: exactly one wins', async () => {
  const { withdrawals } = wallet.deps
  for (let round = 0; round < REPEATS; round++) {
    const { reference } = (await withdraw('10.00')).json<Withdrawal>()
    await wallet.database.withTransaction((tx) => withdrawals.pickUp(tx, reference, 'ada'))
    const ends = await Promise.all([
      wallet.database.withTransaction((tx) =>
        withdrawals.approve(tx, reference, { amount: 1_000n, payoutReference: 'BANK-1' }),
      ),
      wallet.database.withTransaction((tx) => withdrawals.reject(tx, reference, 'no')),
    ])
    expect(ends.filter((end) => end.ok)).toHaveLength(1)
    expect(ends.find((end) => !end.ok)).toEqual(refuse('decided'))
    const { status } = (await withdrawals.find(reference)) ?? {}
    expect(status).toBe(ends[0].ok ? MONEY_STATUS.successful : MONEY_STATUS.failed)
    if (ends[0].ok) await wallet.deposit(user, { channel: 'demo', amount: '10.00' })
  }
})

test('a deposit that is approved, cancelled and swept at once ends once', async () => {
  const { deposits } = wallet.deps
  for (let round = 0; round < REPEATS; round++) {
    const deposit = (await wallet.deposit(user, { channel: 'bank', amount: '10.00' })).json<Deposit>()
    await wallet.database.query('update deposit set expires_at = created_at where reference = $1', [deposit.reference])
    const before = cents(await wallet.availableOf(user))
    const [approved, cancelled] = await Promise.all([
      wallet.database.withTransaction((tx) => deposits.approve(tx, deposit.reference, { amount: 1_000n, late: false })),
      wallet.call(user, 'POST', `/deposits/${deposit.id}/cancel`),
      deposits.sweep(),
    ])
    const final = await wallet.depositOf(user, deposit.id)
    expect(final.status).toBe(approved.ok ? 'successful' : 'failed')
    if (!approved.ok) expect(approved.error.code).toBe('decided')
    if (cancelled.statusCode === 200) expect(final.reason).toEqual({ code: 'cancelled_by_user', note: null })
    else expect(codeOf(cancelled)).toBe('deposit_decided')
    expect(cents(await wallet.availableOf(user)) - before).toBe(approved.ok ? 1_000n : 0n)
  }
})

test('balances of the capital record join up, whatever posts at the same time', async () => {
  for (let round = 0; round < Math.ceil(REPEATS / 10); round++) {
    const placed = Array.from({ length: 5 }, () => wallet.body({ stake: '1.00' }))
    await wallet.clock.advance(1)
    await wallet.tick('100.0')
    await Promise.all(placed.map((body) => wallet.place(user, body)))
    await wallet.toEntry()
    await wallet.clock.advance(6_000)
    await wallet.moveWatermark()
    await wallet.tick('100.0')
    await Promise.all([
      ...Array.from({ length: 5 }, () => wallet.place(user, wallet.body({ stake: '1.00' }))),
      wallet.settle(),
      ...Array.from({ length: 5 }, () => wallet.deposit(user, { channel: 'demo', amount: '1.00' })),
      withdraw('10.00'),
    ])
    await cancelAll()
  }
  const page = (await wallet.call(user, 'GET', '/capital-record/export')).json<CapitalRecordPage>()
  expect(page.items.length).toBeGreaterThan(20)
  const gaps = page.items.filter((entry, index) => {
    const older = page.items[index + 1]
    return older !== undefined && cents(entry.balance) - cents(entry.amount) !== cents(older.balance)
  })
  expect(gaps).toEqual([])
})

test('notices and the operator race for one deposit: it is credited once', async () => {
  for (let round = 0; round < Math.ceil(REPEATS / 5); round++) {
    const other = await createRaceDeposit()
    const before = cents(await wallet.availableOf(user))
    const notice = () => ({
      noticeId: newId(),
      reference: other.reference,
      status: 'paid' as const,
      amount: '10.00',
      currency: 'USD',
    })
    const [approved, ...notices] = await Promise.all([
      wallet.database.withTransaction((tx) =>
        wallet.deps.deposits.approve(tx, other.reference, { amount: 1_000n, late: false }),
      ),
      ...Array.from({ length: 4 }, () =>
        wallet.inject({
          method: 'POST',
          url: '/api/deposit-notices/cardpay',
          ...signedNotice(notice(), wallet.clock.now()),
        }),
      ),
    ])
    const credits = [approved.ok, ...notices.map((answer) => answer.statusCode === 204)].filter(Boolean)
    expect(credits).toHaveLength(1)
    expect(cents(await wallet.availableOf(user)) - before).toBe(1_000n)
  }
})

const createRaceDeposit = async () =>
  (await wallet.deposit(user, { channel: 'cardpay', amount: '10.00' })).json<Deposit>()
