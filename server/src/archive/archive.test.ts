import { gunzipSync, gzipSync } from 'node:zlib'
import { v7 } from 'uuid'
import type { TestUser } from '../../test/app'
import type { UnsignedOrder } from '../../test/asks'
import { asOwner } from '../../test/asOwner'
import { createTradingFloor, type TradingFloor } from '../../test/tradingFloor'
import { verifyAuditChain } from '../auditLog/auditLog'
import { auditAll } from '../auditor/auditor'
import { checkRecords } from '../auditor/checkRecords'
import { SWEEPS_OF_DATABASE } from '../auditor/resultsSweep'
import { loadConfig } from '../config'
import { keepPartitions } from '../database/partitions'
import { DAY_MS } from '../shared/time'

const LATER = Date.parse('2029-06-01')

let floor: TradingFloor
let user: TestUser
let body: UnsignedOrder

/** A won order of 100.00 at 175 %. */
async function trade(): Promise<UnsignedOrder> {
  const order = floor.body()
  await floor.win(user, order)
  return order
}

const get = (path: string) => floor.inject({ url: `/api${path}`, headers: user.headers })
const listed = async (path: string) => (await get(path)).json<{ items: unknown[] }>().items.length
const audit = (subject: string, at: string) =>
  floor.database.query(
    `insert into audit_entry (actor, reason, action, subject, created_at) values ('ann', 'a test', 'test', $1, $2)`,
    [subject, at],
  )
const run = () => floor.deps.recordArchiver.runOnce()

/** Gives an order the id of another time, as a client could once make it, and returns that. */
async function takeIdOf(id: string, msecs: number): Promise<string> {
  const other = v7({ msecs })
  await asOwner(floor.database, async (tx) => {
    await tx.query('update trade_order set id = $2 where id = $1', [id, other])
    await tx.query('update ledger_transfer set reference = $2 where reference = $1', [id, other])
  })
  return other
}
const findings = () => auditAll(floor.database, SWEEPS_OF_DATABASE)

beforeEach(async () => {
  floor = await createTradingFloor({ config: { recordsKeptDays: 365 } })
  user = await floor.registerUser()
  body = await trade()
  for (const [index, at] of ['2026-02-01', '2026-03-01', '2028-01-01'].entries()) await audit(String(index), at)
  // As many transfers as one partition holds.
  await floor.database.query(`select setval('ledger_transfer_id_seq', 16777216)`)
  await keepPartitions(floor.deps.database, floor.clock.now())
})
afterEach(() => floor.close())

/** More than a year after every row above, with the old user back. */
async function aYearLater() {
  await floor.clock.advance(LATER - floor.clock.now())
  await keepPartitions(floor.deps.database, floor.clock.now())
  user = await floor.logInAgain(user)
}

test('what is a year old goes, and all that proves it goes on', async () => {
  const before = {
    order: (await get(`/orders/${body.id}`)).json(),
    receipt: (await get(`/orders/${body.id}/receipt`)).json<{
      order: unknown
      places: { settlement: { leaf: number } }
    }>(),
    total: (await floor.deps.orders.profitLossOf(user.id, 0)).total,
    balance: await floor.deps.ledger.balanceOf(user.id),
    audit: await verifyAuditChain(floor.database, floor.deps.recordStore),
  }
  expect(await run()).toEqual([])
  await aYearLater()
  expect(await run()).toEqual(
    expect.arrayContaining(['trade_order_first', 'ledger_posting_first', 'audit_entry_first']),
  )
  expect(await run()).toEqual([])

  expect((await get(`/orders/${body.id}`)).json()).toEqual(before.order)
  const receipt = (await get(`/orders/${body.id}/receipt`)).json<typeof before.receipt>()
  expect([receipt.order, receipt.places.settlement.leaf]).toEqual([
    before.receipt.order,
    before.receipt.places.settlement.leaf,
  ])
  expect((await floor.deps.orders.profitLossOf(user.id, 0)).total).toBe(before.total)
  expect(await floor.deps.ledger.balanceOf(user.id)).toEqual(before.balance)
  expect(await verifyAuditChain(floor.database, floor.deps.recordStore)).toEqual(before.audit)
  expect(await findings()).toEqual([])
  expect(await checkRecords(floor.database, floor.deps.recordStore)).toMatchObject({ files: 3, problems: [] })
})

test('lists begin where the archive ends, and trading goes on', async () => {
  await aYearLater()
  await run()
  expect(await listed('/orders?state=closed')).toBe(0)
  expect(await listed('/capital-record')).toBe(0)
  expect((await get('/me')).json()).toMatchObject({ recordsArchived: true })
  const newcomer = await floor.registerUser()
  const me = await floor.call(newcomer, 'GET', '/me')
  expect(me.json()).toMatchObject({ recordsArchived: false })
  await trade()
  expect(await listed('/orders?state=closed')).toBe(1)
  expect(await listed('/capital-record')).toBe(2)
  expect(await findings()).toEqual([])
})

test('an id of an archived order is not a new order, nor is it told to another user', async () => {
  await aYearLater()
  await run()
  await floor.tick('100')
  const { available } = await floor.deps.ledger.balanceOf(user.id)
  expect((await floor.place(user, body)).statusCode).toBe(200)
  expect((await floor.place(user, { ...body, stake: '200.00' })).json()).toMatchObject({ code: 'order_id_conflict' })
  expect((await floor.deps.ledger.balanceOf(user.id)).available).toBe(available)
  const other = await floor.registerUser()
  const path = `/api/orders/${body.id}`
  expect((await floor.inject({ url: path, headers: other.headers })).statusCode).toBe(404)
  expect((await floor.inject({ url: `${path}/receipt`, headers: other.headers })).statusCode).not.toBe(200)
})

test('an order under way keeps its partition, and so does a young one with the id of an old clock', async () => {
  await floor.tick('100')
  const open = floor.body()
  await floor.place(user, open)
  await aYearLater()
  expect(await run()).not.toContain('trade_order_first')
  // Its time for an entry is long over.
  await floor.tick('100')
  await floor.clock.advance(10)
  await floor.moveWatermark()
  await floor.settle()
  await floor.tick('100')
  const young = floor.body()
  expect((await floor.place(user, young)).statusCode).toBe(201)
  await takeIdOf(young.id, Date.parse('2020-01-01'))
  await floor.clock.advance(6_000)
  await floor.moveWatermark()
  await floor.settle()
  expect(await run()).not.toContain('trade_order_first')
})

test('the newest entry of the audit log stays, because the next one is chained to it', async () => {
  await floor.database.query('alter table audit_entry disable trigger all')
  await floor.database.query(`delete from audit_entry where subject = '2'`)
  await floor.database.query('alter table audit_entry enable trigger all')
  await floor.database.query(
    'update audit_end set (id, hash) = (select id, hash from audit_entry order by id desc limit 1)',
  )
  await aYearLater()
  expect(await run()).not.toContain('audit_entry_first')
  await audit('3', '2028-01-01')
  expect(await run()).toContain('audit_entry_first')
  expect(await verifyAuditChain(floor.database, floor.deps.recordStore)).toMatchObject({ entries: 3, brokenAt: null })
})

describe('a change in the archive is found', () => {
  const store = () => floor.deps.recordStore

  test('of a file', async () => {
    await aYearLater()
    await run()
    const key = 'records/ledger-posting-first/00000000'
    const file = await store().objects.get(key)
    await store().objects.put(key, Buffer.from(`${file?.toString('latin1').slice(0, -8)}AAAAAAAA`))
    const { problems } = await checkRecords(floor.database, store())
    expect(problems).toEqual([`${key} of the archive was changed`])
    await store().objects.delete(key)
    expect((await checkRecords(floor.database, store())).problems).toEqual([`the archive lacks ${key}`])
  })

  test.each([
    [
      'a sum',
      'update ledger_archive_total set amount = amount + 1 where amount > 0',
      /^the archived postings of account \d+ sum to/,
    ],
    ['an account', 'delete from ledger_archive_total where amount > 0', /^the archive has postings of \d+ accounts/],
    ['a result', 'update order_archive_total set profit_loss = profit_loss + 1', /^the archived orders of user \d+/],
    ['a user', 'delete from order_archive_total', /^the archive has orders of \d+ users, and 0 were noted/],
    [
      'the log',
      `update settlement set entry = replace(entry, 'won', 'lost')`,
      /^order \d+ of the archive is not the one/,
    ],
  ])('of %s', async (_what, change, expected) => {
    await aYearLater()
    await run()
    await floor.database.query('alter table settlement disable trigger all')
    await floor.database.query(change)
    const { problems } = await checkRecords(floor.database, store())
    expect(problems).toEqual([expect.stringMatching(expected)])
  })

  test('of an entry of the audit log', async () => {
    await aYearLater()
    await run()
    await floor.database.query('alter table audit_entry disable trigger all')
    await floor.database.query(`update audit_entry set previous_hash = sha256('x') where subject = '2'`)
    expect((await verifyAuditChain(floor.database, store())).brokenAt).toBe(3)
  })
})

test('an archived order is decided again by its ticks, whatever its file and the log of settlements say', async () => {
  await aYearLater()
  await run()
  const { auditor } = floor.deps
  expect(await auditor.runBatch()).toEqual([])
  expect(auditor.state()).toBe('ok')
  const file = await floor.database.first<{ object_key: string; number: bigint }>(
    `select object_key, order_number as number from record_archive, settlement where parent = 'trade_order'`,
  )
  const key = file?.object_key ?? ''
  const { objects, sealer } = floor.deps.recordStore
  const open = async () => {
    const stored = await objects.get(key)
    return gunzipSync(sealer.open(stored?.toString('latin1') ?? '', key)).toString()
  }
  const lost = JSON.parse(await open())
  const text = JSON.stringify({ ...lost, status: 4, profit_loss: -lost.stake })
  await objects.put(key, Buffer.from(sealer.seal(gzipSync(text), key)))
  // All files are read again once a day.
  expect(await auditor.runBatch()).toEqual([])
  await floor.clock.advance(DAY_MS)
  expect(await auditor.runBatch()).toEqual([{ kind: 'file_differs', file: key }])
  // By someone who owns the database, too.
  await asOwner(floor.database, async (tx) => {
    await tx.query(`update record_archive set sha256 = sha256(convert_to($1, 'UTF8')) where object_key = $2`, [
      text,
      key,
    ])
    await tx.query(
      `update settlement set entry = settlement_entry(placed, product)
         from jsonb_populate_record(null::trade_order, $1::jsonb) placed join product on product.id = placed.product_id
        where settlement.order_number = placed.number`,
      [text],
    )
    await tx.query(
      'update result_leaf set hash = place.hash from settlement, result_place(entry) place where result_leaf.leaf = settlement.leaf',
    )
    await tx.query('update order_archive_total set profit_loss = $1', [-lost.stake])
  })
  expect((await checkRecords(floor.database, floor.deps.recordStore)).problems).toEqual([])
  // The note in the public log still has the hash of the file as it was.
  const found = await auditor.runBatch()
  const names = found.map((finding) => ('table' in finding ? `${finding.table} ${finding.id}` : ''))
  expect([...new Set(names)].sort()).toEqual(['feed_event 0', `trade_order ${file?.number}`])
  expect(auditor.state()).toBe('off')
})

test('settlement goes on while the files are written, and a row that comes meanwhile stays', async () => {
  await aYearLater()
  const { objects } = floor.deps.recordStore
  const put = objects.put
  let young = ''
  objects.put = async (key, bytes) => {
    if (young === '') {
      await floor.win(user, floor.body(), async (order) => {
        young = await takeIdOf(order.id, Date.parse('2020-01-01'))
      })
    }
    return put(key, bytes)
  }
  await expect(run()).rejects.toThrow('took a row while it was archived')
  objects.put = put
  expect((await get(`/orders/${young}`)).json()).toMatchObject({ status: 'won' })
  expect(await listed('/orders?state=closed')).toBe(2)
  expect(await run()).not.toContain('trade_order_first')
  expect(await findings()).toEqual([])
})

test('an order that comes to a later partition while an earlier one is written is not lost', async () => {
  const [lower, upper] = [Date.parse('2027-01-01'), Date.parse('2027-02-01')]
  await floor.database.query(`select make_partition('trade_order', 'trade_order_later', $1, $2)`, [lower, upper])
  await aYearLater()
  await floor.tick('100')
  const { objects } = floor.deps.recordStore
  const put = objects.put
  let late = ''
  objects.put = async (key, bytes) => {
    if (late === '' && key.includes('trade-order-first')) {
      const order = floor.body()
      await floor.place(user, order)
      late = await takeIdOf(order.id, lower + DAY_MS)
    }
    return put(key, bytes)
  }
  const moved = await run()
  objects.put = put
  expect(moved).toContain('trade_order_first')
  expect(moved).not.toContain('trade_order_later')
  expect((await get(`/orders/${late}`)).json()).toMatchObject({ status: 'pending' })
  expect(await findings()).toEqual([])
})

test('a store that fails leaves everything where it was', async () => {
  await aYearLater()
  const { objects } = floor.deps.recordStore
  const put = objects.put
  objects.put = () => Promise.reject(new Error('full'))
  await expect(run()).rejects.toThrow('full')
  objects.put = put
  expect(await listed('/orders?state=closed')).toBe(1)
  expect(await floor.database.query('select 1 from record_archive')).toEqual([])
  expect(await run()).toContain('trade_order_first')
})

test('the setting needs a store that all nodes share', () => {
  expect(loadConfig({}).recordsKeptDays).toBe(0)
  expect(loadConfig({ RECORDS_KEPT_DAYS: '730' }).recordsKeptDays).toBe(730)
  expect(() => loadConfig({ RECORDS_KEPT_DAYS: '730', DATABASE_URL: 'postgres://localhost/fairtick' })).toThrow(
    'needs OBJECT_STORE_URL',
  )
})
