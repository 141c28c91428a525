import type { BookedOrders, CapitalEntry, CapitalRecordPage } from '../../../../contract/capitalRecord'
import type { Deposit } from '../../../../contract/deposits'
import type { Order } from '../../../../contract/orders'
import type { Withdrawal } from '../../../../contract/withdrawals'
import { allPages } from '../../../test/lists'
import { user, wallet, withWallet } from '../../../test/walletOfFile'
import { present } from '../../shared/assert'

withWallet()

const record = async (query = '', owner = user) =>
  (await wallet.call(owner, 'GET', `/capital-record${query}`)).json<CapitalRecordPage>()
const exported = async (query = '', owner = user) =>
  (await wallet.call(owner, 'GET', `/capital-record/export${query}`)).json<{
    items: CapitalEntry[]
    truncated: boolean
  }>()
const brief = (entries: CapitalEntry[]) => entries.map(({ kind, amount, balance }) => [kind, amount, balance])

/** A clock that does not move would let only one tick into the log. */
async function placeOrder(): Promise<Order> {
  await wallet.clock.advance(1)
  await wallet.tick('100.0')
  const answer = await wallet.place(user, wallet.body({ stake: '50.00' }))
  expect(answer.statusCode).toBe(201)
  return answer.json<Order>()
}

/** A day in the life of an account: every kind of entry that the wallet and orders make. */
async function live() {
  const demo = (await wallet.deposit(user, { channel: 'demo', amount: '500.00' })).json<Deposit>()
  const order = await placeOrder()
  const back = (await wallet.withdraw(user)).json<Withdrawal>()
  await wallet.call(user, 'POST', `/withdrawals/${back.id}/cancel`)
  const paid = (await wallet.withdraw(user, { amount: '200.00', fee: '1.20' })).json<Withdrawal>()
  return { demo, order, back, paid }
}

const LIVED = [
  ['withdrawal', '-200.00', '10250.00'],
  ['withdrawal_returned', '100.00', '10450.00'],
  ['withdrawal', '-100.00', '10350.00'],
  ['order_placed', '-50.00', '10450.00'],
  ['deposit', '500.00', '10500.00'],
  ['demo_grant', '10000.00', '10000.00'],
]

test('every movement of the available balance is there with the balance after it and the number to quote', async () => {
  const { demo, order, back, paid } = await live()
  const { items, nextCursor } = await record()
  expect(nextCursor).toBeNull()
  expect(brief(items)).toEqual(LIVED)
  expect(items.map((entry) => entry.reference)).toEqual([
    paid.reference,
    back.reference,
    back.reference,
    order.number,
    demo.reference,
    null,
  ])
  expect(items.map((entry) => entry.orderId)).toEqual([null, null, null, order.id, null, null])
  expect(items.map((entry) => entry.symbol)).toEqual([null, null, null, order.symbol, null, null])
  expect(items[0]?.balance).toBe(await wallet.availableOf(user))
})

test('orders that are void come back, and their entries are found by their ids, and no others', async () => {
  const [first, second] = [await placeOrder(), await placeOrder()]
  await wallet.toEntry()
  await wallet.clock.advance(6_000)
  await wallet.moveWatermark()
  await wallet.settle()
  const { items } = await record('?filter=orders')
  expect(brief(items)).toEqual([
    ['order_voided', '50.00', '10000.00'],
    ['order_voided', '50.00', '9950.00'],
    ['order_placed', '-50.00', '9900.00'],
    ['order_placed', '-50.00', '9950.00'],
  ])
  expect(new Set(items.map((entry) => entry.reference))).toEqual(new Set([first.number, second.number]))
  const booked = async (ids: string[], owner = user) => {
    const answer = await wallet.call(owner, 'GET', `/capital-record/orders?ids=${ids.join(',')}`)
    return answer.json<BookedOrders>().items.map(({ kind, amount, orderId }) => [kind, amount, orderId])
  }
  expect((await booked([first.id])).sort()).toEqual([
    ['order_placed', '-50.00', first.id],
    ['order_voided', '50.00', first.id],
  ])
  expect(await booked([first.id, second.id])).toHaveLength(4)
  expect(await booked([first.id], await wallet.registerUser())).toEqual([])
  for (const ids of ['', 'x', Array(61).fill(first.id).join(',')])
    expect((await wallet.call(user, 'GET', `/capital-record/orders?ids=${ids}`)).statusCode).toBe(400)
})

test('pages join without a gap, with and without a filter', async () => {
  await live()
  const read = async (query: string) =>
    brief(await allPages<CapitalEntry>(wallet, user, `/capital-record?limit=1${query}`))
  expect(await read('')).toEqual(LIVED)
  const kinds = (...wanted: string[]) => LIVED.filter(([kind]) => wanted.includes(kind ?? ''))
  expect(await read('&filter=deposits')).toEqual(kinds('deposit', 'demo_grant'))
  expect(await read('&filter=withdrawals')).toEqual(kinds('withdrawal', 'withdrawal_returned'))
  expect(await read('&filter=orders')).toEqual(kinds('order_placed'))
  expect(await read('&filter=savings')).toEqual([])
})

test('dates are from inclusive to exclusive, exactly', async () => {
  await live()
  const all = (await record()).items
  const at = (index: number) => encodeURIComponent(present(all[index], 'it is there').at)
  // Instants go over the wire in milliseconds, and several can share one.
  const inside = (from: number, to: number) =>
    brief(all.filter((entry) => entry.at >= (all[from]?.at ?? '') && entry.at < (all[to]?.at ?? '')))
  expect(brief((await record(`?from=${at(3)}`)).items)).toEqual(
    brief(all.filter((entry) => entry.at >= (all[3]?.at ?? ''))),
  )
  expect(brief((await record(`?from=${at(4)}&to=${at(1)}`)).items)).toEqual(inside(4, 1))
  expect((await record('?to=2020-01-01T00:00:00Z')).items).toEqual([])
  expect((await record('?from=2999-01-01T00:00:00Z')).items).toEqual([])
  expect(brief((await record('?from=2020-01-01T00:00:00Z&to=2999-01-01T00:00:00%2B08:00')).items)).toEqual(LIVED)
})

test.each(['?from=yesterday', '?to=2026-13-01T00:00:00Z', '?filter=all', '?cursor=AAAA', '?limit=0', '?x=1'])(
  '%s is an invalid request',
  async (query) => {
    const answer = await wallet.call(user, 'GET', `/capital-record${query}`)
    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_request' })])
  },
)

test('an export holds what the filter shows, and says when there was more', async () => {
  await live()
  expect(brief((await exported()).items)).toEqual(LIVED)
  expect((await exported('?filter=withdrawals')).items).toHaveLength(3)
  await wallet.database.query(
    `with account as (select id from ledger_account where user_id = $1 and kind = 1),
          house as (select id, balance from ledger_account where user_id is null and kind = 100 and stripe = 0),
          made as (insert into ledger_transfer (user_id, kind, reference)
                   select $1, 1, gen_random_uuid() from generate_series(1, 5000) returning id),
          numbered as (select id, row_number() over (order by id) as nth from made)
     insert into ledger_posting (transfer_id, account_id, amount, balance_after)
     select numbered.id, account.id, 1, 1025000 + numbered.nth from numbered, account
     union all
     select numbered.id, house.id, -1, house.balance - numbered.nth from numbered, house`,
    [user.id],
  )
  await wallet.database.query('update ledger_account set balance = balance + 5000 where user_id = $1 and kind = 1', [
    user.id,
  ])
  await wallet.database.query('update ledger_account set balance = balance - 5000 where kind = 100 and stripe = 0')
  const all = await exported()
  expect([all.items.length, all.truncated]).toEqual([5_000, true])
  expect(all.items[0]?.balance).toBe(await wallet.availableOf(user))
  expect((await exported('?filter=withdrawals')).truncated).toBe(false)
  // Each balance is the previous one plus its own amount.
  const cents = (text = '0') => BigInt(text.replace('.', ''))
  all.items.slice(0, -1).forEach((entry, index) => {
    expect(cents(entry.balance) - cents(entry.amount)).toBe(cents(all.items[index + 1]?.balance))
  })
})

test('nobody reads the record of another user', async () => {
  await live()
  const other = await wallet.registerUser()
  expect(brief((await record('', other)).items)).toEqual([['demo_grant', '10000.00', '10000.00']])
  expect((await exported('', other)).items).toHaveLength(1)
})
