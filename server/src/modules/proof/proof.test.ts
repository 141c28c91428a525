import type { TestUser } from '../../../test/app'
import { createTradingFloor, type TradingFloor } from '../../../test/tradingFloor'

let floor: TradingFloor
let user: TestUser
beforeAll(async () => {
  floor = await createTradingFloor()
  user = await floor.registerUser()
}, 60_000)
afterAll(() => floor.close())

const seal = () => floor.deps.heads.seal()
const get = (url: string, headers = {}) => floor.inject({ url: `/api${url}`, headers })

test('heads are public, in a log of their own and signed; what is not there is not found', async () => {
  await floor.tick('100.0')
  await seal()
  const first = (await get('/proof/heads/latest')).json()
  await floor.clock.advance(10)
  await floor.tick('100.1')
  expect((await get('/proof/heads/latest')).json()).toEqual(first)
  await seal()
  const second = (await get('/proof/heads/latest')).json()
  expect(second.head.number).toBe(first.head.number + 1)
  expect(second.publicKey).toBe(first.publicKey)
  expect((await get(`/proof/heads/${first.head.number}`)).json()).toEqual(first)
  expect((await get('/proof/heads/latest')).json().head.number).toBe(second.head.number)
  expect((await get('/proof/heads/424242')).json().code).toBe('not_found')
  const between = (await get(`/proof/consistency?from=${first.head.number}&to=${second.head.number}`)).json()
  expect(between).toMatchObject({ from: first.head, to: second.head })
  expect((await get('/proof/consistency?from=2&to=1')).json().code).toBe('invalid_request')
})

test('an order has no receipt before it is closed, and never one for another user', async () => {
  const body = floor.body()
  await floor.clock.advance(10)
  await floor.tick('100.0')
  await floor.place(user, body)
  const receipt = (headers = user.headers) => get(`/orders/${body.id}/receipt`, headers)
  expect((await receipt()).json().code).toBe('receipt_not_ready')
  await floor.clock.advance(5_001)
  await floor.moveWatermark()
  await floor.settle()
  expect((await receipt()).json()).toMatchObject({ order: { id: body.id, status: 'void' } })
  const other = await floor.registerUser()
  expect((await receipt(other.headers)).json().code).toBe('receipt_not_ready')
})

test('an order is settled only under a head that covers the price which decides it', async () => {
  await floor.clock.advance(10)
  await floor.tick('100.0')
  const body = floor.body()
  await floor.place(user, body)
  await floor.clock.advance(100)
  await floor.tick('100.0')
  await floor.settle()
  const old = await seal()
  await floor.clock.advance(29_000)
  await floor.tick('101.0')
  await floor.clock.advance(2_000)
  await floor.moveWatermark()
  const closed = await floor.database.query('select number from settle_orders(10, $1, $2)', [
    floor.clock.now(),
    old.number,
  ])
  expect(closed).toEqual([])
  await floor.settle()
  expect((await floor.orderOf(user, body.id)).status).toBe('won')
})
