import type { FavouriteChange, Favourites } from '../../../../contract/favourites'
import { FAVOURITES_MAX } from '../../../../contract/limits'
import { until } from '../../../../test/support/until'
import { LOGIN_PASSWORD, type TestUser } from '../../../test/app'
import { server, withServer } from '../../../test/serverOfFile'
import { seedDemoProducts } from '../../market/demoProducts'
import { DAY_MS } from '../../shared/time'

withServer()
beforeAll(async () => {
  const { database, deps } = server
  await database.withTransaction((tx) => seedDemoProducts(tx, deps.config.currency.scale, 'test'))
  // More products than a list may hold.
  await database.query(
    `insert into product (symbol, code, names, category, decimals, position, calendar, stake_min, stake_max, stake_presets, source)
       select 'MANY' || nth, 'MANY' || nth, product.names, product.category, 2, 1000 + nth, product.calendar, 1, 1, '{}', 'test'
         from product, generate_series(1, ${FAVOURITES_MAX + 5}) nth where product.symbol = 'BTCUSDT'`,
  )
  await deps.market.refreshProducts()
})
beforeEach(() => server.clock.advance(1_000))

const get = async (user: TestUser): Promise<string[]> =>
  (await server.call(user, 'GET', '/favourites')).json<Favourites>().symbols
const put = (user: TestUser, changes: FavouriteChange[]) => server.call(user, 'PUT', '/favourites', { changes })
const change = async (user: TestUser, changes: FavouriteChange[]): Promise<string[]> =>
  (await put(user, changes)).json<Favourites>().symbols
const mark = (symbol: string, agoMs = 0, marked = true): FavouriteChange => ({
  symbol,
  marked,
  at: server.clock.now() - agoMs,
})

test('marks are kept in order, for their user only, and sending them again changes nothing', async () => {
  const [user, other] = [await server.registerUser(), await server.registerUser()]
  const changes = [mark('XAUUSD'), mark('BTCUSDT'), mark('ETHUSDT')]
  expect(await change(user, changes)).toEqual(['XAUUSD', 'BTCUSDT', 'ETHUSDT'])
  await server.clock.advance(1_000)
  expect(await change(user, changes)).toEqual(['XAUUSD', 'BTCUSDT', 'ETHUSDT'])
  expect(await change(user, [mark('XAUUSD', 0, false), mark('NOSUCH')])).toEqual(['BTCUSDT', 'ETHUSDT'])
  await server.clock.advance(1_000)
  expect(await change(user, [mark('XAUUSD')])).toEqual(['BTCUSDT', 'ETHUSDT', 'XAUUSD'])
  expect(await get(user)).toEqual(['BTCUSDT', 'ETHUSDT', 'XAUUSD'])
  expect(await get(other)).toEqual([])
  expect((await put(user, [])).json().code).toBe('invalid_request')
  expect((await server.inject({ url: '/api/favourites' })).json().code).toBe('unauthenticated')
})

test('of two devices the later change to a product holds, whichever arrives first', async () => {
  const user = await server.registerUser()
  expect(await change(user, [mark('BTCUSDT', 500)])).toEqual(['BTCUSDT'])
  // Made offline before that and sent after it.
  expect(await change(user, [mark('BTCUSDT', 900, false), mark('ETHUSDT', 900)])).toEqual(['BTCUSDT', 'ETHUSDT'])
  expect(await change(user, [mark('BTCUSDT', 100, false)])).toEqual(['ETHUSDT'])
  expect(await change(user, [mark('BTCUSDT', 200)])).toEqual(['ETHUSDT'])
  // A device whose clock is ahead does not block later changes.
  expect(await change(user, [mark('BTCUSDT', -DAY_MS)])).toEqual(['ETHUSDT', 'BTCUSDT'])
  await server.clock.advance(1_000)
  expect(await change(user, [mark('BTCUSDT', 0, false)])).toEqual(['ETHUSDT'])
})

test('two devices at the same moment lose nothing', async () => {
  const user = await server.registerUser()
  await Promise.all(['BTCUSDT', 'ETHUSDT', 'XAUUSD', 'MANY1', 'MANY2'].map((symbol) => change(user, [mark(symbol)])))
  expect((await get(user)).sort()).toEqual(['BTCUSDT', 'ETHUSDT', 'MANY1', 'MANY2', 'XAUUSD'])
})

test('the list has an end: what is beyond it is left out, and the answer says so', async () => {
  const user = await server.registerUser()
  const many = Array.from({ length: FAVOURITES_MAX + 5 }, (_, number) => mark(`MANY${number + 1}`))
  const symbols = await change(user, many)
  expect(symbols).toHaveLength(FAVOURITES_MAX)
  expect(symbols.at(-1)).toBe(`MANY${FAVOURITES_MAX}`)
  await server.clock.advance(1_000)
  expect(await change(user, [mark('MANY1', 0, false), mark('BTCUSDT')])).toContain('BTCUSDT')
  expect(await get(user)).toHaveLength(FAVOURITES_MAX)
})

test('other devices hear of a change, and only of a change; the list is in the export and goes with the user', async () => {
  const user = await server.registerUser()
  await server.deps.userEvents.start()
  const heard: string[] = []
  server.deps.bus.subscribe('changed', ({ userId, topics }) => {
    if (userId === user.id) heard.push(...topics)
  })
  const changes = [mark('BTCUSDT')]
  await change(user, changes)
  await change(user, changes)
  await change(user, [mark('ETHUSDT')])
  await until('both changes', () => heard.length >= 2)
  expect(heard).toEqual(['favourites', 'favourites'])
  await server.deps.userEvents.stop()
  const post = (tail: string) => server.call(user, 'POST', `/me/${tail}`, { loginPassword: LOGIN_PASSWORD })
  expect((await post('export')).json().sections.favourites).toMatchObject([
    { symbol: 'BTCUSDT', marked: true },
    { symbol: 'ETHUSDT', marked: true },
  ])
  expect((await post('deletion')).statusCode).toBe(204)
  expect(await server.database.query('select 1 from favourite where user_id = $1', [user.id])).toEqual([])
})
