import { floor, user, withFloor } from '../../../test/floorOfFile'
import { present } from '../../shared/assert'
import { createHeadMaker } from '../../signedLogs/headMaker'
import { leafHash, nodeHash, rootOf } from '../../signedLogs/merkle'
import { createResultMap, resultPlaceOf } from '../../signedLogs/resultMap'

withFloor({ user: true })

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
  const { path, ...asFirst } = (await get(`/proof/heads/${first.head.number}`)).json()
  expect(asFirst).toEqual(first)
  const row = await floor.database.first<{ entry: string; log_root: Buffer }>(
    'select entry, log_root from tree_head where number = $1',
    [first.head.number],
  )
  // The last leaf of a tree has all of its siblings on the left.
  const root = (path as string[]).reduce(
    (hash, left) => nodeHash(Buffer.from(left, 'hex'), hash),
    leafHash(row?.entry ?? ''),
  )
  expect(root).toEqual(row?.log_root)
  expect((await get('/proof/heads/latest')).json().head.number).toBe(second.head.number)
  expect((await get('/proof/heads/424242')).json().code).toBe('not_found')
  const between = (await get(`/proof/consistency?from=${first.head.number}&to=${second.head.number}`)).json()
  expect(between).toMatchObject({ from: first.head, to: second.head })
  expect((await get('/proof/consistency?from=2&to=1')).json().code).toBe('invalid_request')
})

test('heads that several processes make in turn are leaves of one log', async () => {
  const makers = [1, 2].map(() => createHeadMaker({ ...floor.deps, results: createResultMap(floor.deps) }))
  for (let turn = 0; turn < 7; turn++) {
    await floor.clock.advance(10)
    await floor.tick('100.0')
    await makers[turn % 3 === 0 ? 0 : 1]?.seal()
  }
  const rows = await floor.database.query<{ entry: string; log_root: Buffer }>(
    'select entry, log_root from tree_head order by number',
  )
  const leaves = rows.map(({ entry }) => leafHash(entry))
  expect(rows.map(({ log_root: root }) => root)).toEqual(rows.map((_, index) => rootOf(leaves, 0, index + 1)))
})

test('an order has no receipt before it is closed, and never one for another user', async () => {
  const body = floor.body()
  await floor.clock.advance(10)
  await floor.tick('100.0')
  await floor.place(user, body)
  const receipt = (headers = user.headers) => get(`/orders/${body.id}/receipt`, headers)
  expect((await receipt()).json().code).toBe('receipt_not_ready')
  await floor.toEntry()
  await floor.clock.advance(5_001)
  await floor.moveWatermark()
  await floor.settle()
  expect((await receipt()).json()).toMatchObject({ order: { id: body.id, status: 'void' } })
  const other = await floor.registerUser()
  expect((await receipt(other.headers)).json().code).toBe('receipt_not_ready')
})

test('how orders ended is public, by day and product, and adds up to the settlement log', async () => {
  await seal()
  const today = new Date(floor.clock.now()).toISOString().slice(0, 10)
  const counted = (await get('/proof/endings')).json()
  expect(counted.items).toEqual([
    {
      day: today,
      symbol: 'BTCUSDT',
      orders: 1,
      voids: { no_entry_tick: 1, logged_late: 0, too_few_ticks: 0, stale_at_expiry: 0 },
    },
  ])
  const settled = () => floor.database.query('select 1 from settlement')
  expect(counted).toMatchObject({ until: today, settledBefore: 0, settledThrough: (await settled()).length })
  const { head } = (await get('/proof/heads/latest')).json()
  expect(head.logs).toContainEqual(expect.objectContaining({ name: 'settlements', size: counted.settledThrough }))

  await floor.clock.advance(86_400_000)
  const won = floor.body()
  await floor.win(user, won)
  const before = (await get(`/proof/endings?until=${today}&days=1`)).json()
  expect(before).toEqual({ ...counted, from: today })
  const one = (await get('/proof/endings?days=1&symbol=BTCUSDT')).json()
  expect(one).toMatchObject({ settledBefore: 1, settledThrough: 2 })
  expect(one.items).toMatchObject([{ orders: 1, voids: { no_entry_tick: 0 } }])
  expect((await get('/proof/endings?days=31&symbol=ETHUSDT')).json().items).toEqual([])
  // Within a minute the same question does not reach the database again.
  await floor.database.query(
    'update settlement_day set orders = orders + 1 where day = (select max(day) from settlement_day)',
  )
  expect((await get('/proof/endings?days=1&symbol=BTCUSDT')).json()).toEqual(one)
  await floor.clock.advance(60_000)
  expect((await get('/proof/endings?days=1&symbol=BTCUSDT')).json().items[0].orders).toBe(2)
  await floor.database.query(
    'update settlement_day set orders = orders - 1 where day = (select max(day) from settlement_day)',
  )
  for (const query of ['days=0', 'days=32', 'until=2026-13-01', 'symbol=x|y'])
    expect((await get(`/proof/endings?${query}`)).statusCode).toBe(400)
})

test('an order is settled only under a head that covers the price which decides it', async () => {
  await floor.clock.advance(10)
  await floor.tick('100.0')
  const body = floor.body()
  await floor.place(user, body)
  await floor.enter('100.0')
  const old = await seal()
  await floor.expire('101.0')
  const closed = await floor.database.query('select number from settle_orders(10, $1, $2)', [
    floor.clock.now(),
    old.number,
  ])
  expect(closed).toEqual([])
  await floor.settle()
  expect((await floor.orderOf(user, body.id)).status).toBe('won')
})

test('whose log it is, by which keys, and that nobody witnesses it, is public', async () => {
  const { publicKey } = (await get('/proof/heads/latest')).json()
  const policy = (await get('/proof/policy')).json()
  expect(policy).toMatchObject({ publicKey, keys: [], witnesses: [], needed: 0 })
  expect(policy.log).toMatch(/^[^+]+\+[0-9a-f]{8}\+A[A-Za-z0-9+/]{43}$/)
})

test('what the map of results has at a place is public: the leaf of an order, or that nothing is there', async () => {
  const body = floor.body()
  await floor.win(user, body)
  await floor.deps.heads.seal()
  const { minute, key } = resultPlaceOf(body.id)
  const answer = (await get(`/proof/results/${minute}/${key.toString('hex')}`)).json()
  const receipt = (await get(`/orders/${body.id}/receipt`, user.headers)).json()
  const { hash } = present(
    await floor.database.first<{ hash: Buffer }>('select hash from result_leaf order by leaf desc limit 1'),
    'a leaf',
  )
  expect(answer.leaf).toBe(`settled|1|${minute}|${key.toString('hex')}|${hash.toString('hex')}`)
  expect(answer.head.logs.map(({ name }: { name: string }) => name)).toEqual([
    'feeds',
    'keys',
    'orders',
    'results',
    'settlements',
  ])
  expect(answer.path).toEqual(receipt.places.result)
  expect((await get(`/proof/results/1/${key.toString('hex')}`)).json().leaf).toBe(null)
  expect((await get(`/proof/results/x/${key.toString('hex')}`)).statusCode).toBe(400)
})
