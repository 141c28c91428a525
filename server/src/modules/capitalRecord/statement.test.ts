import { STATEMENT_MONTHS } from '../../../../contract/limits'
import type { AccountStatement } from '../../../../contract/statement'
import type { Withdrawal } from '../../../../contract/withdrawals'
import type { TestUser } from '../../../test/app'
import { asOwner } from '../../../test/asOwner'
import { newId } from '../../../test/ids'
import { user, wallet, withWallet } from '../../../test/walletOfFile'

withWallet()

const ZONE = 'Europe/Berlin'

const ask = (period: string, timeZone = ZONE, owner = user) =>
  wallet.call(owner, 'GET', `/statement?period=${period}&timeZone=${encodeURIComponent(timeZone)}`)
const statement = async (period: string, timeZone = ZONE, owner = user) =>
  (await ask(period, timeZone, owner)).json<AccountStatement>()

/** "2026-11" there, `back` months before now: the database's clock dates the ledger. */
function monthOf(back = 0, timeZone = ZONE): string {
  const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' })
    .format()
    .split('-')
    .map(Number)
  return new Date(Date.UTC(year, month - 1 - back, 15)).toISOString().slice(0, 7)
}

const cents = (text: string) => BigInt(text.replace('.', ''))

/** From the ledger alone: what all accounts of the user hold, and what every transfer into them added. */
async function ledgerOf({ id }: TestUser) {
  const row = await wallet.database.first<{ owned: bigint; added: bigint }>(
    `select sum(balance)::bigint as owned,
            (select sum(amount)::bigint from ledger_posting where account_id in
              (select id from ledger_account where user_id = $1)) as added
       from ledger_account where user_id = $1`,
    [id],
  )
  return row
}

async function lose() {
  const order = wallet.body({ stake: '60.00', direction: 'down' })
  await wallet.win(user, order)
  expect((await wallet.orderOf(user, order.id)).status).toBe('lost')
}

async function voidOne() {
  await wallet.clock.advance(1)
  await wallet.tick('100.0')
  expect((await wallet.place(user, wallet.body({ stake: '50.00' }))).statusCode).toBe(201)
  await wallet.toEntry()
  await wallet.clock.advance(6_000)
  await wallet.moveWatermark()
  await wallet.settle()
}

/** One of every transaction that moves money. */
async function live() {
  await wallet.deposit(user, { channel: 'demo', amount: '500.00' })
  await wallet.clock.advance(1)
  await wallet.win(user, wallet.body({ stake: '100.00' }))
  await lose()
  await voidOne()
  const back = (await wallet.withdraw(user)).json<Withdrawal>()
  await wallet.call(user, 'POST', `/withdrawals/${back.id}/cancel`)
  const paid = (await wallet.withdraw(user, { amount: '200.00', fee: '1.20' })).json<Withdrawal>()
  await wallet.database.withTransaction(async (tx) => {
    await wallet.deps.withdrawals.pickUp(tx, paid.reference, 'ada')
    await wallet.deps.withdrawals.approve(tx, paid.reference, { amount: 20_000n, payoutReference: 'BANK-1' })
  })
  // Still under review: the money has not left.
  expect((await wallet.withdraw(user, { amount: '300.00', fee: '1.30' })).statusCode).toBe(201)
  expect((await wallet.call(user, 'POST', '/savings/deposits', { id: newId(), amount: '1000.00' })).statusCode).toBe(
    201,
  )
}

const ORDERS = { count: 3, voided: 1, stakes: '210.00', returned: '225.00', result: '15.00' }

test('a month has its stakes, results, deposits, withdrawals and fees, and agrees with the ledger', async () => {
  await live()
  const name = monthOf(0, 'Etc/UTC')
  const month = await statement(name, 'Etc/UTC')
  expect(month).toMatchObject({
    period: name,
    timeZone: 'Etc/UTC',
    from: `${name}-01T00:00:00.000Z`,
    opening: '0.00',
    deposits: { count: 2, amount: '10500.00' },
    withdrawals: { count: 1, amount: '200.00', fees: '1.20' },
    orders: { total: ORDERS, products: [{ symbol: 'BTCUSDT', ...ORDERS }] },
    savings: { deposited: '1000.00', transferredOut: '0.00', earned: '0.00' },
  })
  const ledger = await ledgerOf(user)
  expect([cents(month.closing), cents(month.closing)]).toEqual([ledger?.owned, ledger?.added])
  expect(cents(month.closing)).toBe(
    cents(month.opening) +
      cents(month.deposits.amount) +
      cents(month.orders.total.result) +
      cents(month.savings.earned) -
      cents(month.withdrawals.amount),
  )
})

test('months join without a gap, and each counts only what is its own', async () => {
  await live()
  // Moves the whole ledger into the middle of the month before, for everybody; the order of transfers stays.
  await asOwner(wallet.database, (tx) =>
    tx.query(
      `update ledger_transfer
          set created_at = (date_trunc('month', clock_timestamp() at time zone $1) - interval '1 month'
                            + interval '14 days') at time zone $1 + id * interval '1 microsecond'`,
      [ZONE],
    ),
  )
  await wallet.deposit(user, { channel: 'demo', amount: '700.00' })
  const [then, now] = [await statement(monthOf(1)), await statement(monthOf())]
  expect(then).toMatchObject({ opening: '0.00', deposits: { count: 2 }, orders: { total: ORDERS } })
  expect(now).toMatchObject({
    opening: then.closing,
    from: then.to,
    deposits: { count: 1, amount: '700.00' },
    withdrawals: { count: 0, amount: '0.00', fees: '0.00' },
    orders: { total: { count: 0, stakes: '0.00', result: '0.00' }, products: [] },
  })
  expect(cents(now.closing)).toBe((await ledgerOf(user))?.owned)
  expect(cents(now.closing)).toBe(cents(now.opening) + 70_000n)
  expect(await statement(monthOf(2))).toMatchObject({ opening: '0.00', closing: '0.00', deposits: { count: 0 } })
})

test('a year has what its months have, and begins where the year before ended', async () => {
  await live()
  const thisYear = monthOf().slice(0, 4)
  const [year, month] = [await statement(thisYear), await statement(monthOf())]
  const { period, from, to, ...figures } = month
  expect(year).toMatchObject({ period: thisYear, ...figures })
  expect([year.from, year.to]).toEqual([
    `${Number(thisYear) - 1}-12-31T23:00:00.000Z`,
    `${thisYear}-12-31T23:00:00.000Z`,
  ])
  expect(await statement(String(Number(thisYear) - 1))).toMatchObject({ to: year.from, closing: '0.00' })
  for (const other of [Number(thisYear) - 2, Number(thisYear) + 1])
    expect((await ask(String(other))).statusCode).toBe(400)
})

test('a month begins and ends at midnight where the user is, summer time included', async () => {
  const year = Number(monthOf(11).slice(0, 4)) + (monthOf(11).slice(5) > '03' ? 1 : 0)
  const march = await statement(`${year}-03`)
  expect([march.from, march.to]).toEqual([`${year}-02-28T23:00:00.000Z`, `${year}-03-31T22:00:00.000Z`])
  expect((await statement(`${year}-03`, 'Asia/Kolkata')).from).toBe(`${year}-02-28T18:30:00.000Z`)
})

test('only the last twelve months, in any zone', async () => {
  expect((await ask(monthOf(STATEMENT_MONTHS - 1))).statusCode).toBe(200)
  const inUtc = await statement(monthOf(0, 'UTC'), 'Etc/UTC')
  for (const zone of ['Atlantis/City', 'Etc/Unknown', "'; drop"])
    expect(await statement(monthOf(0, 'UTC'), zone)).toEqual({ ...inUtc, timeZone: zone })
  for (const month of [monthOf(STATEMENT_MONTHS), monthOf(-1), '2026-13']) {
    const answer = await ask(month)
    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_request' })])
  }
})

test('nobody reads the statement of another user', async () => {
  await live()
  const other = await wallet.registerUser()
  expect(await statement(monthOf(), ZONE, other)).toMatchObject({ closing: '10000.00', orders: { products: [] } })
})
