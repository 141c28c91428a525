import { createHash } from 'node:crypto'
import type { TickList } from '../../../../contract/market'
import type { SignedHead } from '../../../../contract/proof'
import { floor, withFloor } from '../../../test/floorOfFile'
import { createFeedEvents } from '../../market/feedEvents'
import { leafHash, nodeHash, rootOf } from '../../signedLogs/merkle'

withFloor()
let head: SignedHead['head']
beforeAll(async () => {
  for (let each = 0; each < 300; each++) {
    await floor.clock.advance(10)
    await floor.tick(`100.${each}`)
  }
  await floor.moveWatermark()
  await floor.deps.heads.seal()
  head = (await floor.inject({ url: '/api/proof/heads/latest' })).json<SignedHead>().head
})

const get = (path: string) => floor.inject({ url: `/api/log/${path}` })
const statusOf = async (path: string) => (await get(path)).statusCode
const hashesIn = (bytes: Buffer) =>
  Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(at * 32, at * 32 + 32))

function textsIn(bundle: Buffer): string[] {
  const texts: string[] = []
  for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
    texts.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)).toString('ascii'))
  return texts
}

test('anyone hashes the ticks of a product to the root that a head has', async () => {
  const [full, part, above] = await Promise.all(
    ['0/000', '0/001.p/44', '1/000.p/1'].map((path) => get(`ticks/BTCUSDT/tile/${path}`)),
  )
  expect(full?.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const leaves = hashesIn(full?.rawPayload ?? Buffer.of())
  expect(leaves).toHaveLength(256)
  expect(rootOf(leaves)).toEqual(above?.rawPayload)
  const root = nodeHash(rootOf(leaves), rootOf(hashesIn(part?.rawPayload ?? Buffer.of())))
  expect(head.products.find(({ symbol }) => symbol === 'BTCUSDT')).toMatchObject({
    size: 300,
    root: root.toString('hex'),
  })
  const texts = [
    ...textsIn((await get('ticks/BTCUSDT/tile/entries/000')).rawPayload),
    ...textsIn((await get('ticks/BTCUSDT/tile/entries/001.p/44')).rawPayload),
  ]
  expect(texts.map(leafHash).slice(0, 256)).toEqual(leaves)
  // The list of ticks has the same eight fields.
  const { items } = (await floor.inject({ url: '/api/products/BTCUSDT/ticks?after=0' })).json<TickList>()
  expect(
    items.map((tick) =>
      [
        'tick',
        2,
        'BTCUSDT',
        tick.sequence,
        tick.at,
        tick.price,
        tick.size,
        tick.source,
        tick.sourceAt,
        tick.instrument,
        tick.trade ?? '-',
      ].join('|'),
    ),
  ).toEqual(texts)
})

test('what no head holds is in no tile yet; logs of private entries have none', async () => {
  await floor.clock.advance(10)
  await floor.tick('99')
  await floor.moveWatermark()
  expect(await statusOf('ticks/BTCUSDT/tile/entries/001.p/45')).toBe(404)
  await floor.deps.heads.seal()
  expect(await statusOf('ticks/BTCUSDT/tile/entries/001.p/45')).toBe(200)
  for (const path of ['ticks/NOSUCH/tile/0/000', 'ticks/ETHUSDT/tile/0/000.p/1', 'ticks/BTCUSDT/tile/0/002', 'ticks'])
    expect([path, await statusOf(path)]).toEqual([path, 404])
  for (const log of ['orders', 'keys', 'results'])
    for (const path of ['0/000.p/1', 'entries/000.p/1'])
      expect([log, await statusOf(`${log}/tile/${path}`)]).toEqual([log, 404])
})

test('feed events are in tiles, too', async () => {
  const events = createFeedEvents({ ...floor.deps, database: floor.database })
  for (let index = 0; index < 3; index++)
    events.note({ kind: 'settings', symbol: 'BTCUSDT', fields: ['binance', 'BTCUSDT', 5_000, index, 300, 1_000] })
  await events.flush()
  await floor.clock.advance(10)
  await floor.deps.heads.seal()
  const texts = textsIn((await get('feeds/tile/entries/000.p/3')).rawPayload)
  expect(texts.map((text) => text.split('|')[3])).toEqual(['settings', 'settings', 'settings'])
  expect(hashesIn((await get('feeds/tile/0/000.p/3')).rawPayload)).toEqual(texts.map(leafHash))
})

test('settlements are in tiles by their hashes alone', async () => {
  const user = await floor.registerUser()
  const order = floor.body()
  await floor.win(user, order)
  await floor.clock.advance(10)
  await floor.deps.heads.seal()
  const [text = ''] = textsIn((await get('settlements/tile/entries/000.p/1')).rawPayload)
  const key = createHash('sha256').update(order.id).digest('hex')
  expect(text).toMatch(new RegExp(`^settled\\|1\\|\\d{8}\\|${key}\\|[0-9a-f]{64}$`))
  expect((await get('settlements/tile/0/000.p/1')).rawPayload).toEqual(leafHash(text))
})

test('a second node serves a head that it has not made itself', async () => {
  const other = floor.deps.on(floor.deps.database)
  await other.proof.latestHead()
  await floor.clock.advance(10)
  await floor.tick('98')
  const { sizes } = await floor.deps.heads.seal()
  const width = (sizes.BTCUSDT ?? 0) - 256
  expect(await other.proof.tile({ symbol: 'BTCUSDT' }, `0/001.p/${width}`)).toHaveLength(width * 32)
})
