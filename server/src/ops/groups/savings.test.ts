import { CommanderError } from 'commander'
import { createTestApp, type TestApp } from '../../../test/app'
import { newId } from '../../../test/ids'
import { runOps } from '../../../test/ops'
import { TestClock } from '../../../test/testClock'
import { OpsRefusal } from '../kit'

let server: TestApp
let clock: TestClock
beforeEach(async () => {
  clock = new TestClock(Date.parse('2026-11-20T10:00:00+08:00'))
  server = await createTestApp({ clock })
})
afterEach(() => server.close())

const ops = (line: string) => runOps(server.deps, line)
const json = async <T>(line: string) => JSON.parse(await ops(`${line} --json`)) as T

const ADA = '--actor ada --reason "daily income"'

test('the income of a day is set, corrected and listed, and what is missing is told', async () => {
  await ops(`act savings.income --day 2026-11-18 --income 0.6543 ${ADA}`)
  await ops(`act savings.income --day 2026-11-18 --income 0.65 ${ADA}`)
  expect(await json('savings income list --days 2')).toEqual([
    { day: '2026-11-19', perTenThousand: 'missing', rate: '-', source: '-', accrued: false },
    { day: '2026-11-18', perTenThousand: '0.6500', rate: '2.373', source: 'operator', accrued: false },
  ])
  const [entry] = await json<Record<string, string>[]>('audit list --limit 1')
  expect(entry).toMatchObject({ actor: 'ada', action: 'savings.income', subject: '2026-11-18' })
  expect(JSON.parse(entry?.details ?? '')).toEqual({ perTenThousand: '0.65', before: '0.6543' })
})

test('a day that is not over, and one that has been accrued, are refused without an audit entry', async () => {
  await expect(ops(`act savings.income --day 2026-11-20 --income 0.6543 ${ADA}`)).rejects.toThrow(
    'has not ended yet in Shanghai',
  )
  await server.database.query(`update savings_fund set accrued_through = '2026-11-18'`)
  await expect(ops(`act savings.income --day 2026-11-18 --income 0.6543 ${ADA}`)).rejects.toThrow(
    'already been paid out',
  )
  expect(await json('audit list')).toEqual([])
})

test.each(['2.0001', '1.2001', '0.2999', '0'])('an income out of line (%s) needs a second operator', async (income) => {
  await ops(`act savings.income --day 2026-11-18 --income 0.6 ${ADA}`)
  const line = `act savings.income --day 2026-11-19 --income ${income} ${ADA}`
  const { proposal } = await json<{ proposal: string }>(line)
  expect(await server.deps.savings.incomes(1)).toEqual([])
  await expect(ops(`agree ${proposal} --actor ada`)).rejects.toThrow(OpsRefusal)
  await ops(`agree ${proposal} --actor bob`)
  expect(await server.deps.savings.incomes(1)).toMatchObject([{ day: '2026-11-19' }])
})

test.each([
  ['2026-11-31', '0.6', 'missing or invalid'],
  ['2026-11-18', '10.0001', 'from 0 to 10'],
])('%s with %s is refused', async (day, income, message) => {
  await expect(ops(`act savings.income --day ${day} --income ${income} ${ADA}`)).rejects.toThrow(message)
})

test('the calendar ships with the holidays of 2026 and 2027, and none of them is a weekend', async () => {
  const rows = await json<{ day: string; note: string }[]>('savings calendar list --from 2026-01-01')
  expect(rows.filter(({ day }) => day < '2027').map(({ day }) => day.slice(5))).toEqual([
    '01-01',
    '01-02',
    '02-16',
    '02-17',
    '02-18',
    '02-19',
    '02-20',
    '02-23',
    '04-06',
    '05-01',
    '05-04',
    '05-05',
    '06-19',
    '09-25',
    '10-01',
    '10-02',
    '10-05',
    '10-06',
    '10-07',
  ])
  expect(rows.filter(({ day }) => day > '2027').map(({ day }) => day.slice(5))).toEqual([
    '01-01',
    '02-05',
    '02-08',
    '02-09',
    '02-10',
    '02-11',
    '02-12',
    '04-05',
    '05-03',
    '05-04',
    '05-05',
    '06-09',
    '09-15',
    '10-01',
    '10-04',
    '10-05',
    '10-06',
    '10-07',
  ])
})

test('closing and opening a day moves the dates of later deposits, not of those that were taken', async () => {
  const user = await server.registerUser()
  const dates = async (id: string) => {
    const result = await server.deps.savings.deposit(user.id, { id, amount: '10.00' })
    return result.ok && [result.value.movement.tradeDay, result.value.movement.confirmedOn]
  }
  const first = newId()
  expect(await dates(first)).toEqual(['2026-11-20', '2026-11-23'])
  await ops(`savings calendar close 2026-11-23 "Flood in the town" ${ADA}`)
  expect((await json<{ day: string; note: string }[]>('savings calendar list'))[0]).toEqual({
    day: '2026-11-23',
    note: 'Flood in the town',
  })
  expect((await server.deps.savings.overview(user.id)).closedDays[0]).toBe('2026-11-23')
  expect(await dates(newId())).toEqual(['2026-11-20', '2026-11-24'])
  expect(await dates(first)).toEqual(['2026-11-20', '2026-11-23'])
  expect(await json(`savings calendar close 2026-11-23 "Flood in the town" ${ADA}`)).toMatchObject({
    outcome: 'unchanged',
  })
  expect(await json(`savings calendar open 2026-11-23 ${ADA}`)).toMatchObject({ state: 'open', outcome: 'done' })
  expect(await dates(newId())).toEqual(['2026-11-20', '2026-11-23'])
})

test('a calendar that would never open again is refused', async () => {
  await expect(ops(`savings calendar close 2026-11-21 Weekend ${ADA}`)).rejects.toThrow('Saturday or Sunday')
  await expect(ops(`savings calendar close 2026-11-19 Late ${ADA}`)).rejects.toThrow('is over')
  await expect(ops(`savings calendar open 2026-11-22 ${ADA}`)).rejects.toThrow('Saturday or Sunday')
  await server.database.query(
    `insert into savings_closed_day select weekday, 'x' from generate_series('2026-12-01'::date, '2026-12-30', '1 day') weekday
      where extract(isodow from weekday) < 6`,
  )
  await expect(ops(`savings calendar close 2026-12-31 Long ${ADA}`)).rejects.toThrow('more than 30 days')
  await expect(ops(`savings calendar close 2026-11-30 Long ${ADA}`)).rejects.toThrow('more than 30 days')
  // Every Monday, Tuesday and Wednesday for a long time: no long run, but more days than the app is given.
  await server.database.query(
    `insert into savings_closed_day select weekday, 'x' from generate_series('2027-01-04'::date, '2027-12-30', '1 day') weekday
      where extract(isodow from weekday) < 4 on conflict do nothing`,
  )
  await expect(ops(`savings calendar close 2027-12-30 Many ${ADA}`)).rejects.toThrow('more closed days ahead')
})

test.each([
  `act savings.income --day 2026-2-3 --income 0.6 ${ADA}`,
  `act savings.income --day 2026-11-18 --income 0.65432 ${ADA}`,
  `act savings.income --day 2026-11-18 --income -1 ${ADA}`,
  'act savings.income --day 2026-11-18 --income 0.6',
  `savings calendar close 2026-11-23 ${ADA}`,
  `savings calendar close tomorrow Feast ${ADA}`,
  'savings calendar shut',
])('"%s" is not understood', async (line) => {
  await expect(ops(line)).rejects.toThrow(CommanderError)
})
