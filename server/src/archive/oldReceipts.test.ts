import { randomBytes } from 'node:crypto'
import { checkReceipt } from '../../../proof/receipt'
import type { TestUser } from '../../test/app'
import type { UnsignedOrder } from '../../test/asks'
import { createTradingFloor, type TradingFloor } from '../../test/tradingFloor'
import { keepPartitions } from '../database/partitions'
import { createDeps } from '../deps'
import { DAY_MS } from '../shared/time'

const MONTHS = 6
const PER_MONTH = 2

let floor: TradingFloor
let [user, other]: TestUser[] = []

/** Orders of one user, some a month, each month in its own partition. */
const orders: UnsignedOrder[] = []
let others: UnsignedOrder

beforeAll(async () => {
  floor = await createTradingFloor({ config: { recordsKeptDays: 365, sealingKeys: [randomBytes(32)] } })
  // The first partition ends with the month of the database's clock.
  await floor.clock.advance(Math.max(0, Date.now() + 40 * DAY_MS - floor.clock.now()))
  user = await floor.registerUser()
  other = await floor.registerUser()
  for (let month = 0; month < MONTHS; month++) {
    await keepPartitions(floor.deps.database, floor.clock.now())
    user = await floor.logInAgain(user)
    for (let nth = 0; nth < PER_MONTH; nth++) {
      const body = floor.body()
      await floor.win(user, body)
      orders.push(body)
    }
    if (month === 0) {
      others = floor.body()
      await floor.win(other, others)
    }
    await floor.clock.advance(31 * DAY_MS)
  }
  await floor.clock.advance(400 * DAY_MS)
  await floor.deps.recordArchiver.runOnce()
  ;[user, other] = [await floor.logInAgain(user), await floor.logInAgain(other)]
})
afterAll(() => floor.close())

const get = (of: TestUser, path: string) => floor.inject({ url: `/api${path}`, headers: of.headers })

test('a flood of requests for old receipts opens two files at a time, each once, and keeps nobody else out', async () => {
  const { objects } = floor.deps.recordStore
  const real = objects.get
  const fetched: string[] = []
  let [underWay, most] = [0, 0]
  objects.get = async (key, maxBytes) => {
    if (!key.startsWith('records/')) return real(key, maxBytes)
    fetched.push(key)
    most = Math.max(most, ++underWay)
    // A store that is far away.
    await new Promise((go) => setTimeout(go, 100))
    return real(key, maxBytes).finally(() => underWay--)
  }
  const flood = Array.from({ length: 240 }, (_, nth) =>
    get(user, `/orders/${orders[nth % orders.length]?.id}${nth % 2 === 0 ? '' : '/receipt'}`),
  )
  const quiet = get(other, `/orders/${others.id}`)
  const answers = await Promise.all(flood)
  expect([...new Set(answers.map(({ statusCode }) => statusCode))].sort()).toEqual([200, 503])
  expect(answers.filter(({ statusCode }) => statusCode === 503)[0]?.json()).toMatchObject({ code: 'unavailable' })
  expect((await quiet).json()).toMatchObject({ id: others.id, status: 'won' })
  expect(most).toBe(2)

  // A user who comes again is served, and a second flood needs no file at all.
  for (const { id } of orders) expect((await get(user, `/orders/${id}`)).statusCode).toBe(200)
  expect(fetched).toHaveLength(new Set(fetched).size)
  const before = fetched.length
  const again = await Promise.all(
    Array.from({ length: 120 }, (_, nth) => get(user, `/orders/${orders[nth % orders.length]?.id}`)),
  )
  expect(again.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(fetched).toHaveLength(before)
  objects.get = real
})

test('receipts of archived orders hold', async () => {
  for (const { id } of orders)
    expect(checkReceipt((await get(user, `/orders/${id}/receipt`)).json()).problems).toEqual([])
})

test('a file that is no file of the archive is an outage of its orders, and of nothing else', async () => {
  const { objects } = floor.deps.recordStore
  const row = await floor.database.first<{ object_key: string }>(
    `select object_key from record_archive where parent = 'trade_order' order by first_key limit 1`,
  )
  const key = row?.object_key ?? ''
  const file = await objects.get(key)
  const [first, second] = [orders[0], orders[PER_MONTH]]
  await objects.put(key, Buffer.from('v1.00000000.AAAA'))
  // A process that has read nothing yet.
  const { config, log, database, clock } = floor.deps
  const fresh = createDeps({ config, log, database, clock })
  await expect(fresh.orders.get(user.id, first?.id ?? '')).rejects.toThrow('was changed')
  expect((await fresh.orders.get(user.id, second?.id ?? '')).ok).toBe(true)
  await objects.put(key, file ?? Buffer.alloc(0))
  expect((await fresh.orders.get(user.id, first?.id ?? '')).ok).toBe(true)
})
