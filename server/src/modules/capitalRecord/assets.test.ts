import { ASSETS_POINTS, ASSETS_STEP_HOURS, type AssetsWeek } from '../../../../contract/assets'
import { asOwner } from '../../../test/asOwner'
import { newId } from '../../../test/ids'
import { user, wallet, withWallet } from '../../../test/walletOfFile'

withWallet()

const STEP_MS = ASSETS_STEP_HOURS * 3_600_000
const DAY_MS = 86_400_000

const week = async (owner = user) => (await wallet.call(owner, 'GET', '/assets-week')).json<AssetsWeek>()
const timesOf = ({ from, totals }: AssetsWeek) => totals.map((_, index) => Date.parse(from) + index * STEP_MS)

/** Dates all movements so far `days` back, a microsecond apart; their order stays. */
const moveBack = (days: number) =>
  asOwner(wallet.database, (tx) =>
    tx.query(
      `update ledger_transfer
          set created_at = clock_timestamp() - $1 * interval '1 day' + id * interval '1 microsecond'
        where created_at > clock_timestamp() - interval '1 day'`,
      [days],
    ),
  )

test('the week of a user has what all accounts held at each point, and nothing before the first movement', async () => {
  await moveBack(6)
  await wallet.win(user, wallet.body({ stake: '100.00' }))
  await moveBack(3)
  await wallet.deposit(user, { channel: 'demo', amount: '500.00' })
  const saved = { id: newId(), amount: '1000.00' }
  expect((await wallet.call(user, 'POST', '/savings/deposits', saved)).statusCode).toBe(201)
  expect((await wallet.withdraw(user, { amount: '300.00', fee: '1.30' })).statusCode).toBe(201)
  await moveBack(1.5)
  await wallet.deposit(user, { channel: 'demo', amount: '7.00' })
  const answer = await week()
  const now = Date.now()
  const heldAt = (at: number) => {
    if (at < now - 6 * DAY_MS) return null
    if (at < now - 3 * DAY_MS) return '10000.00'
    return at < now - 1.5 * DAY_MS ? '10075.00' : '10575.00'
  }
  expect(answer.totals).toHaveLength(ASSETS_POINTS)
  expect(answer.totals).toEqual(timesOf(answer).map(heldAt))
  expect(answer.totals[0]).toBeNull()
  // Points are at hours of UTC, and the newest one is less than a step ago.
  const times = timesOf(answer)
  const newest = times[times.length - 1] ?? 0
  expect(newest % STEP_MS).toBe(0)
  expect(now - newest).toBeLessThan(STEP_MS)
})

test('nobody reads the week of another user', async () => {
  await moveBack(2)
  await wallet.deposit(user, { channel: 'demo', amount: '500.00' })
  await moveBack(1)
  const other = await wallet.registerUser()
  await moveBack(0.5)
  expect((await week(other)).totals.filter((total) => total !== null)).not.toContain('10500.00')
  expect((await week()).totals.at(-1)).toBe('10500.00')
})
