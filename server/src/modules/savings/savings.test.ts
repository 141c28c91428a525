import { LOGIN_PASSWORD, type TestUser } from '../../../test/app'
import { newId } from '../../../test/ids'
import { brokenInvariants } from '../../../test/invariants'
import { untilOneWaits } from '../../../test/locks'
import { createSavingsFund, type SavingsFund } from '../../../test/savingsFund'
import { DAY_MS } from '../../shared/time'
import { savingsPersonalData } from './personalData'

let fund: SavingsFund
let user: TestUser

// A Wednesday.
beforeEach(async () => {
  fund = await createSavingsFund('2026-11-18T10:00:00', { depositMaximum: 500_000n, transferOutDaily: 200_000n })
  user = await fund.registerUser()
})
afterEach(async () => {
  expect(await brokenInvariants(fund.database)).toEqual([])
  await fund.close()
})

const post = (who: TestUser, path: string, payload: { id: string; amount: string }) =>
  fund.call(who, 'POST', `/savings/${path}`, payload)
const get = (who: TestUser, path = '') => fund.call(who, 'GET', `/savings${path}`)
const send = async (path: string, amount: string, id = newId()) => {
  const answer = await post(user, path, { id, amount })
  const { code, details } = answer.json<{ code?: string; details?: object }>()
  return [answer.statusCode, code, details]
}

/** 5,000.00 confirmed on Thursday the 19th. */
async function withShare() {
  await fund.deposit(user, '5000.00')
  await fund.moveTo('2026-11-19T09:00:00')
  await fund.worker().runOnce()
}

test('a newcomer has nothing, and is told the terms', async () => {
  expect((await get(user)).json()).toMatchObject({
    total: '0.00',
    confirmed: '0.00',
    pending: '0.00',
    yesterdayEarnings: null,
    allEarnings: '0.00',
    rate: null,
    perTenThousand: null,
    incomeDay: null,
    available: '10000.00',
    depositMinimum: '1.00',
    depositMaximum: '5000.00',
    depositsLeft: 3,
    transfersOutLeft: 3,
    transferOutLeft: '2000.00',
  })
  expect((await get(user)).json<{ closedDays: string[] }>().closedDays.slice(0, 3)).toEqual([
    '2027-01-01',
    '2027-02-05',
    '2027-02-08',
  ])
})

test('a deposit is pending, then confirmed on T+1, earns from that day, and shows it the day after', async () => {
  const body = { id: newId(), amount: '5000.00' }
  const answer = await post(user, 'deposits', body)
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    {
      ...body,
      kind: 'deposit',
      status: 'pending',
      createdAt: '2026-11-18T02:00:00.000Z',
      tradeDay: '2026-11-18',
      confirmedOn: '2026-11-19',
      firstEarningsShownOn: '2026-11-20',
    },
  ])
  expect(await fund.overview(user)).toMatchObject({ pending: '5000.00', available: '5000.00', depositsLeft: 2 })

  await fund.moveTo('2026-11-18T23:59:59.999')
  expect(await fund.worker().runOnce()).toEqual({ confirmed: 0, scanned: 0, days: [] })
  await fund.moveTo('2026-11-19T00:00:00')
  expect(await fund.worker().runOnce()).toMatchObject({ confirmed: 1, days: [] })
  expect(await fund.overview(user)).toMatchObject({ pending: '0.00', confirmed: '5000.00', yesterdayEarnings: null })

  await fund.moveTo('2026-11-20T00:00:30')
  expect(await fund.worker().runOnce()).toMatchObject({ days: [] })
  await fund.income('2026-11-19', 6_543n)
  expect(await fund.worker().runOnce()).toMatchObject({ scanned: 1, days: ['2026-11-19'] })
  // 5,000.00 × 0.6543 / 10,000 = 0.32715
  expect((await get(user, '/earnings')).json()).toEqual({
    items: [
      {
        day: '2026-11-19',
        share: '5000.00',
        perTenThousand: '0.6543',
        amount: '0.32',
        carryBefore: '0.00000000',
        carryAfter: '0.71500000',
      },
    ],
    nextCursor: null,
  })
  expect(await fund.overview(user)).toMatchObject({
    confirmed: '5000.32',
    total: '5000.32',
    allEarnings: '0.32',
    yesterdayEarnings: '0.32',
    perTenThousand: '0.6543',
    incomeDay: '2026-11-19',
    rate: '2.388',
  })
})

test('the owner hears of the confirmation once, and again only of the next one', async () => {
  await withShare()
  await fund.worker().runOnce()
  const rows = await fund.database.query(`select kind, facts from message where user_id = $1`, [user.id])
  expect(rows).toEqual([{ kind: 'savings_confirmed', facts: { amount: '5000.00', day: '2026-11-19' } }])
})

test('earnings join the share, and the carry is never lost', async () => {
  await fund.deposit(user, '33.33')
  await fund.moveTo('2026-11-26T08:00:00')
  for (const day of [19, 20, 21, 22, 23, 24, 25]) await fund.income(`2026-11-${day}`, 9_999n)
  await fund.worker().runOnce()
  const earnings = (await fund.earnings(user)).reverse()
  expect(earnings.map(({ share, amount, carryAfter }) => [share, amount, carryAfter])).toEqual([
    ['33.33', '0.00', '0.33326667'],
    ['33.33', '0.00', '0.66653334'],
    ['33.33', '0.00', '0.99980001'],
    ['33.33', '0.01', '0.33306668'],
    ['33.34', '0.00', '0.66643334'],
    ['33.34', '0.00', '0.99980000'],
    ['33.34', '0.01', '0.33316666'],
  ])
})

test('what goes out on a day does not earn on that day, also when the day is booked late', async () => {
  await withShare()
  await fund.moveTo('2026-11-20T23:59:59')
  expect(await fund.transferOut(user, '1000.00')).toMatchObject({ status: 'confirmed', confirmedOn: null })
  await fund.moveTo('2026-11-21T00:00:00')
  expect(await fund.transferOut(user, '500.00')).toMatchObject({ kind: 'transfer_out' })
  await fund.moveTo('2026-11-22T00:10:00')
  for (const day of [19, 20, 21]) await fund.income(`2026-11-${day}`, 10_000n)
  await fund.worker().runOnce()
  expect((await fund.earnings(user)).map(({ day, share, amount }) => [day, share, amount])).toEqual([
    ['2026-11-21', '3500.90', '0.35'],
    ['2026-11-20', '4000.50', '0.40'],
    ['2026-11-19', '5000.00', '0.50'],
  ])
  expect(await fund.overview(user)).toMatchObject({ confirmed: '3501.25', available: '6500.00' })
})

test('amounts are refused with the limit, and money that is not there with what is', async () => {
  expect(await send('deposits', '0.00')).toEqual([422, 'amount_invalid', undefined])
  expect(await send('deposits', '-5.00')).toEqual([422, 'amount_invalid', undefined])
  expect(await send('deposits', '5.001')).toEqual([422, 'amount_invalid', undefined])
  expect(await send('deposits', '0.99')).toEqual([422, 'amount_too_low', { limit: '1.00' }])
  expect(await send('deposits', '5000.01')).toEqual([422, 'amount_too_high', { limit: '5000.00' }])
  expect(await send('transfers-out', '0')).toEqual([422, 'amount_invalid', undefined])
  expect(await send('transfers-out', '1.00')).toEqual([409, 'savings_confirmed_insufficient', { available: '0.00' }])
  for (const amount of ['5000.00', '4500.00']) expect((await send('deposits', amount))[0]).toBe(201)
  expect(await send('deposits', '500.01')).toEqual([409, 'balance_insufficient', { available: '500.00' }])
  // A refusal uses up nothing, and pending shares cannot be transferred out.
  expect(await fund.overview(user)).toMatchObject({ depositsLeft: 1, pending: '9500.00' })
  expect(await send('transfers-out', '1.00')).toEqual([409, 'savings_confirmed_insufficient', { available: '0.00' }])
})

test('three deposits and three transfers out a day; the next day of Shanghai has its own', async () => {
  await withShare()
  for (let time = 0; time < 3; time++) expect((await send('deposits', '1.00'))[0]).toBe(201)
  expect(await send('deposits', '1.00')).toEqual([409, 'savings_deposits_used_up', undefined])
  for (let time = 0; time < 3; time++) expect((await send('transfers-out', '1.00'))[0]).toBe(201)
  expect(await send('transfers-out', '1.00')).toEqual([409, 'savings_transfers_used_up', undefined])
  expect(await fund.overview(user)).toMatchObject({ depositsLeft: 0, transfersOutLeft: 0, transferOutLeft: '1997.00' })
  await fund.moveTo('2026-11-20T00:00:00')
  expect(await fund.overview(user)).toMatchObject({ depositsLeft: 3, transfersOutLeft: 3, transferOutLeft: '2000.00' })
  expect((await send('deposits', '1.00'))[0]).toBe(201)
})

test('above the daily amount a transfer out is refused with what is left', async () => {
  await withShare()
  expect(await send('transfers-out', '2000.01')).toEqual([409, 'daily_limit_reached', { remaining: '2000.00' }])
  expect((await send('transfers-out', '1500.00'))[0]).toBe(201)
  expect(await send('transfers-out', '500.01')).toEqual([409, 'daily_limit_reached', { remaining: '500.00' }])
  expect((await send('transfers-out', '500'))[0]).toBe(201)
  expect(await send('transfers-out', '0.01')).toEqual([409, 'daily_limit_reached', { remaining: '0.00' }])
})

test('the same id and body get the same answer, another body a conflict, 20 at once one movement', async () => {
  const id = newId()
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(user, 'deposits', { id, amount: '100.00' })))
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([...Array(19).fill(200), 201])
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  expect((await post(user, 'deposits', { id, amount: '100' })).statusCode).toBe(200)
  expect(await send('deposits', '100.01', id)).toEqual([409, 'request_id_conflict', undefined])
  expect(await send('transfers-out', '100.00', id)).toEqual([409, 'request_id_conflict', undefined])
  expect(await fund.overview(user)).toMatchObject({ pending: '100.00', depositsLeft: 2 })
  const other = await fund.registerUser()
  expect((await post(other, 'deposits', { id, amount: '7.00' })).statusCode).toBe(201)
})

test('ten different ones at once, of somebody who has saved before: exactly as many as are left go through', async () => {
  await withShare()
  for (const [path, refusal] of [
    ['deposits', 'savings_deposits_used_up'],
    ['transfers-out', 'savings_transfers_used_up'],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(path, '1.00')))
    expect(answers.filter(([status]) => status === 201)).toHaveLength(3)
    expect(answers.filter(([, code]) => code === refusal)).toHaveLength(7)
    const id = newId()
    await fund.clock.advance(DAY_MS)
    const same = await Promise.all(Array.from({ length: 10 }, () => send(path, '2.00', id)))
    expect(same.map(([status]) => status).sort()).toEqual([...Array(9).fill(200), 201])
  }
})

test('two deposits with money for one, and two transfers out with a share for one: exactly one goes through', async () => {
  await fund.deposit(user, '5000.00')
  const deposits = await Promise.all([fund.deposit(user, '3000.00'), fund.deposit(user, '3000.00')])
  expect(deposits.filter((result) => result === 'balance_insufficient')).toHaveLength(1)
  await fund.moveTo('2026-11-19T09:00:00')
  await fund.worker().runOnce()
  fund.deps.config.savings.transferOutDaily = 10_000_000n
  const outs = await Promise.all([fund.transferOut(user, '5000.00'), fund.transferOut(user, '5000.00')])
  expect(outs.filter((result) => result === 'savings_confirmed_insufficient')).toHaveLength(1)
})

test('a transfer out that meets a confirmation of a node whose clock is ahead lies on the day of the share it takes', async () => {
  await fund.deposit(user, '1000.00')
  await fund.moveTo('2026-11-18T23:30:00')
  const { out } = await fund.database.withTransaction(async (tx) => {
    await tx.query('lock table ledger_account in access exclusive mode')
    const going = fund.transferOut(user, '1000.00')
    await untilOneWaits(fund.database)
    await tx.query(`select confirm_savings('2026-11-19', 10, now())`)
    return { out: going }
  })
  expect(await out).toMatchObject({ amount: '1000.00', createdAt: '2026-11-18T16:00:00.000Z' })
})

test('movements and earnings are paged newest first; a strange cursor is refused', async () => {
  await withShare()
  for (const amount of ['1.00', '2.00', '3.00']) await fund.transferOut(user, amount)
  await fund.deposit(user, '4.00')
  const amounts = async (query: string) => {
    const page = (await get(user, `/movements?${query}`)).json<{
      items: { amount: string }[]
      nextCursor: string | null
    }>()
    return [page.items.map((item) => item.amount), page.nextCursor] as const
  }
  const [first, cursor] = await amounts('limit=3')
  expect(first).toEqual(['4.00', '3.00', '2.00'])
  expect(await amounts(`limit=3&cursor=${cursor}`)).toEqual([['1.00', '5000.00'], null])
  expect(await amounts('kind=deposit')).toEqual([['4.00', '5000.00'], null])
  const [outs, next] = await amounts('kind=transfer_out&limit=2')
  expect([outs, (await amounts(`kind=transfer_out&cursor=${next}`))[0]]).toEqual([['3.00', '2.00'], ['1.00']])

  await fund.moveTo('2026-11-22T08:00:00')
  for (const day of [19, 20, 21]) await fund.income(`2026-11-${day}`, 6_000n)
  await fund.worker().runOnce()
  const days = async (query: string) => {
    const page = (await get(user, `/earnings?${query}`)).json<{ items: { day: string }[]; nextCursor: string | null }>()
    return [page.items.map((item) => item.day), page.nextCursor] as const
  }
  const [newest, more] = await days('limit=2')
  expect(newest).toEqual(['2026-11-21', '2026-11-20'])
  expect(await days(`limit=2&cursor=${more}`)).toEqual([['2026-11-19'], null])
  for (const path of ['/movements?cursor=AAAA', '/earnings?cursor=AAAA', '/earnings?cursor=MjAyNjEzNDU'])
    expect((await get(user, path)).json()).toMatchObject({ code: 'invalid_request' })
})

test('another user sees and moves nothing of it', async () => {
  await withShare()
  const other = await fund.registerUser()
  expect((await get(other)).json()).toMatchObject({ total: '0.00', depositsLeft: 3, available: '10000.00' })
  for (const path of ['/movements', '/earnings']) expect((await get(other, path)).json().items).toEqual([])
  expect(await fund.transferOut(other, '1.00')).toBe('savings_confirmed_insufficient')
  expect(await fund.overview(user)).toMatchObject({ confirmed: '5000.00' })
})

test('incomes come oldest first, each with the annualised rate of its last seven days', async () => {
  await fund.moveTo('2026-11-18T12:00:00')
  for (let day = 1; day <= 17; day++) {
    await fund.income(`2026-11-${String(day).padStart(2, '0')}`, BigInt(6_000 + day * 10))
  }
  const items = (await get(user, '/incomes?days=7')).json<{ items: { day: string; rate: string }[] }>().items
  expect(items.map((item) => item.day)).toEqual([11, 12, 13, 14, 15, 16, 17].map((day) => `2026-11-${day}`))
  // Mean of 6110 … 6170: 0.6140 × 365 / 10,000 = 2.2411 %
  expect(items[6]).toEqual({ day: '2026-11-17', perTenThousand: '0.6170', rate: '2.241' })
  expect((await get(user, '/incomes?days=30')).json<{ items: object[] }>().items).toHaveLength(17)
  expect((await get(user, '/incomes?days=8')).json()).toMatchObject({ code: 'invalid_request' })
})

test('version only grows, whatever happens', async () => {
  const versions: number[] = []
  const note = async () => versions.push((await fund.overview(user)).version)
  await note()
  await fund.deposit(user, '100.00')
  await note()
  await fund.moveTo('2026-11-19T01:00:00')
  await note()
  await fund.worker().runOnce()
  await note()
  await fund.transferOut(user, '1.00')
  await note()
  await fund.moveTo('2026-11-20T01:00:00')
  await fund.income('2026-11-19', 50_000n)
  await note()
  await fund.worker().runOnce()
  await note()
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
})

test('shares stand against a deletion, and an export holds every movement', async () => {
  await withShare()
  const payload = { loginPassword: LOGIN_PASSWORD }
  const deletion = await fund.call(user, 'POST', '/me/deletion', payload)
  expect(deletion.json()).toMatchObject({ code: 'deletion_blocked', details: { blockers: ['savings'] } })
  expect(await savingsPersonalData(fund.deps).read(user.id)).toMatchObject({
    movements: { rows: [{ amount: '5000.00' }], truncated: false },
    earnings: { rows: [], truncated: false },
  })
})
