import fc from 'fast-check'
import type { Deposit } from '../../contract/deposits'
import type { Withdrawal } from '../../contract/withdrawals'
import type { TestUser } from './app'
import { newId } from './ids'
import { brokenInvariants } from './invariants'
import { createWallet, signedNotice, type Wallet, walletConfig } from './wallet'
import { brokenWallet } from './walletInvariants'

/** Histories of up to 40 steps. */
const RUNS = 25

let wallet: Wallet
beforeAll(async () => {
  // Short enough that deposits expire before sessions do.
  wallet = await createWallet({ config: walletConfig({ DEPOSIT_EXPIRY_HOURS: '2' }) })
})
afterAll(() => wallet.close())

type Step =
  | { type: 'demo' | 'bank' | 'gateway' | 'withdraw'; cents: number }
  | { type: 'cancelDeposit' | 'approveDeposit' | 'rejectDeposit'; pick: number; late: boolean }
  | { type: 'notice'; pick: number; status: 'paid' | 'failed'; off: boolean }
  | { type: 'cancelWithdrawal' | 'pickUp' | 'pay' | 'rejectWithdrawal'; pick: number }
  | { type: 'wait'; hours: number }

const pick = fc.nat({ max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constantFrom('demo', 'bank', 'gateway'), cents: fc.integer({ min: 1_000, max: 500_000 }) }),
  fc.record({ type: fc.constant('withdraw' as const), cents: fc.integer({ min: 500, max: 1_200_000 }) }),
  fc.record({
    type: fc.constantFrom('cancelDeposit', 'approveDeposit', 'rejectDeposit'),
    pick,
    late: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('notice' as const),
    pick,
    status: fc.constantFrom('paid', 'failed'),
    off: fc.boolean(),
  }),
  fc.record({ type: fc.constantFrom('cancelWithdrawal', 'pickUp', 'pay', 'rejectWithdrawal'), pick }),
  fc.record({ type: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 3 }) }),
)

const money = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
const cents = (text: string) => Number(text.replace('.', ''))

/** A second, simpler account of what happened, kept from the answers alone. */
interface Book {
  available: number
  deposits: Map<
    string,
    { reference: string; channel: string; cents: number; state: 'open' | 'credited' | 'failed' | 'rejected' }
  >
  withdrawals: Map<string, { reference: string; cents: number; state: 'open' | 'picked' | 'ended' }>
}

const chosen = <T>(map: Map<string, T>, pick: number): [string, T] | undefined =>
  [...map].at(pick % Math.max(1, map.size))

async function makeDeposit(user: TestUser, book: Book, channel: string, amount: number) {
  const id = newId()
  const answer = await wallet.deposit(user, { id, channel, amount: money(amount) })
  expect(answer.statusCode).toBe(201)
  const { reference } = answer.json<Deposit>()
  const state = channel === 'demo' ? 'credited' : 'open'
  if (state === 'credited') book.available += amount
  book.deposits.set(id, { reference, channel, cents: amount, state })
}

async function makeWithdrawal(user: TestUser, book: Book, amount: number) {
  const id = newId()
  const fee = money(100 + Math.floor(amount / 1_000))
  const answer = await wallet.withdraw(user, { id, amount: money(amount), fee })
  if (answer.statusCode === 201) {
    book.available -= amount
    book.withdrawals.set(id, { reference: answer.json<Withdrawal>().reference, cents: amount, state: 'open' })
    return
  }
  const { code } = answer.json<{ code: string }>()
  expect(['balance_insufficient', 'amount_too_low', 'daily_limit_reached']).toContain(code)
  if (code === 'balance_insufficient') expect(amount).toBeGreaterThan(book.available)
}

async function decideDeposit(user: TestUser, book: Book, { type, pick, late }: Extract<Step, { late: boolean }>) {
  const [id, deposit] = chosen(book.deposits, pick) ?? []
  if (id === undefined || deposit === undefined) return
  const { deposits } = wallet.deps
  if (type === 'cancelDeposit') {
    const answer = await wallet.call(user, 'POST', `/deposits/${id}/cancel`)
    if (deposit.state === 'open') expect(answer.statusCode).toBe(200)
    if (deposit.state === 'credited' || deposit.state === 'rejected') expect(answer.statusCode).toBe(409)
    if (deposit.state === 'open') deposit.state = 'failed'
    return
  }
  const result = await wallet.database.withTransaction((tx) =>
    type === 'approveDeposit'
      ? deposits.approve(tx, deposit.reference, { amount: BigInt(deposit.cents), late })
      : deposits.reject(tx, deposit.reference, 'no'),
  )
  if (type === 'rejectDeposit') {
    expect(result.ok).toBe(deposit.state === 'open')
    if (result.ok) deposit.state = 'rejected'
  } else if (result.ok) {
    expect(deposit.state).toBe(late ? 'failed' : 'open')
    deposit.state = 'credited'
    book.available += deposit.cents
  } else if (deposit.state === 'open') expect(late).toBe(true)
}

async function sendNotice(book: Book, { pick, status, off }: Extract<Step, { type: 'notice' }>) {
  const [, deposit] = chosen(book.deposits, pick) ?? []
  if (!deposit) return
  const amount = money(deposit.cents + (off ? 1 : 0))
  const notice = { noticeId: newId(), reference: deposit.reference, status, amount, currency: 'USD' }
  const signed = signedNotice(notice, wallet.clock.now())
  const send = () => wallet.inject({ method: 'POST', url: '/api/deposit-notices/cardpay', ...signed })
  // Every notice comes twice.
  const [answer] = [await send(), await send()]
  if (answer.statusCode !== 204) return
  expect([deposit.channel, off]).toEqual(['cardpay', false])
  if (status === 'failed' && deposit.state === 'open') deposit.state = 'failed'
  if (status !== 'paid') return
  expect(['open', 'failed']).toContain(deposit.state)
  deposit.state = 'credited'
  book.available += deposit.cents
}

async function decideWithdrawal(user: TestUser, book: Book, type: string, pick: number) {
  const [id, withdrawal] = chosen(book.withdrawals, pick) ?? []
  if (id === undefined || withdrawal === undefined) return
  const { reference, state } = withdrawal
  const amount = BigInt(withdrawal.cents)
  const { withdrawals } = wallet.deps
  if (type === 'cancelWithdrawal') {
    const answer = await wallet.call(user, 'POST', `/withdrawals/${id}/cancel`)
    if (state !== 'ended') expect(answer.statusCode).toBe(state === 'open' ? 200 : 409)
    if (state !== 'open') return
    withdrawal.state = 'ended'
    book.available += withdrawal.cents
    return
  }
  const result = await wallet.database.withTransaction(async (tx) => {
    if (type === 'pickUp') return withdrawals.pickUp(tx, reference, 'ada')
    if (type === 'pay') return withdrawals.approve(tx, reference, { amount, payoutReference: 'X-1' })
    return withdrawals.reject(tx, reference, 'no')
  })
  const allowed = { pickUp: state === 'open', pay: state === 'picked', rejectWithdrawal: state !== 'ended' }
  expect([type, state, result.ok]).toEqual([type, state, allowed[type as keyof typeof allowed]])
  if (!result.ok) return
  withdrawal.state = type === 'pickUp' ? 'picked' : 'ended'
  if (type === 'rejectWithdrawal') book.available += withdrawal.cents
}

async function take(user: TestUser, book: Book, next: Step) {
  switch (next.type) {
    case 'demo':
    case 'bank':
    case 'gateway':
      return makeDeposit(user, book, next.type === 'gateway' ? 'cardpay' : next.type, next.cents)
    case 'withdraw':
      return makeWithdrawal(user, book, next.cents)
    case 'cancelDeposit':
    case 'approveDeposit':
    case 'rejectDeposit':
      return decideDeposit(user, book, next)
    case 'notice':
      return sendNotice(book, next)
    case 'wait':
      await wallet.clock.advance(next.hours * 3_600_000)
      await wallet.deps.deposits.sweep()
      for (const [id, deposit] of book.deposits) {
        const { status } = await wallet.depositOf(user, id)
        if (deposit.state === 'open' && status === 'failed') deposit.state = 'failed'
      }
      return
    default:
      return decideWithdrawal(user, book, next.type, next.pick)
  }
}

test('whatever is done in whatever order, the books agree with what was answered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const user = await wallet.registerReady()
      const book: Book = { available: 1_000_000, deposits: new Map(), withdrawals: new Map() }
      for (const next of steps) {
        await take(user, book, next)
        expect(cents(await wallet.availableOf(user))).toBe(book.available)
      }
      expect(await brokenInvariants(wallet.database)).toEqual([])
    }),
    { numRuns: RUNS },
  )
})

test.each([
  [/^deposit: FD-/, 'update deposit set status = 2, credited_at = now() where status = 1'],
  [/^withdrawal: FW-/, `update withdrawal set status = 3, reason_code = 'rejected', ended_at = now() where status = 1`],
  [/in withdrawal instead of/, 'update withdrawal set amount = amount + 1'],
  [/^withdrawal: FW-/, 'update withdrawal set id = gen_random_uuid()'],
  [/^transfer without its row/, 'update withdrawal set id = gen_random_uuid()'],
  [/^fees are/, 'update ledger_account set balance = balance + 1 where kind = 103'],
])('the invariants see it: %s after %s', async (finding, sql) => {
  const user = await wallet.registerReady()
  await wallet.deposit(user)
  await wallet.withdraw(user)
  const undone = new Error('only to look')
  const look = wallet.database.withTransaction(async (tx) => {
    await tx.query(sql)
    expect(await brokenWallet(tx)).toContainEqual(expect.stringMatching(finding))
    throw undone
  })
  await expect(look).rejects.toBe(undone)
})
