import { randomBytes } from 'node:crypto'
import type { SignedHead } from '../../../contract/proof'
import { logsProblems } from '../../../proof/heads'
import { checkReceipt } from '../../../proof/receipt'
import type { TestUser } from '../../test/app'
import { asOwner } from '../../test/asOwner'
import { createTradingFloor, type TradingFloor } from '../../test/tradingFloor'
import { auditAll } from '../auditor/auditor'
import { checkRecords } from '../auditor/checkRecords'
import { keepPartitions } from '../database/partitions'
import { createDeps } from '../deps'
import { present } from '../shared/assert'
import { DAY_MS } from '../shared/time'
import { archiveBefore, createRecordArchiver } from './recordArchiver'

/** Small files, so that few orders fill some. Blocks of a log are whole. */
const PER_FILE = { ledger_transfer: 100, settlement: 256, tree_head: 256 }
const ORDERS = 600
const TABLES = ['ledger_transfer', 'settlement', 'tree_head'] as const

let floor: TradingFloor
let user: TestUser
let ids: string[]
let heads: SignedHead[]

const get = (path: string) => floor.inject({ url: `/api${path}`, headers: user.headers })
const run = () =>
  createRecordArchiver(
    {
      ...floor.deps,
      ...floor.deps.recordStore,
      database: floor.deps.archiverDatabase,
    },
    PER_FILE,
  ).runOnce()

async function count(): Promise<Record<string, number>> {
  const counts = TABLES.map(async (table) => {
    const row = await floor.database.first<{ rows: bigint }>(`select count(*) as rows from ${table}`)
    return [table, Number(row?.rows)] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

async function logIn() {
  user = await floor.logInAgain(user)
}

/** Closes this many orders of 1.00 at once. */
async function closeMany(orders: number) {
  await floor.clock.advance(1_000)
  await floor.tick('100')
  for (let placed = 0; placed < orders; placed++) {
    const body = floor.body({ stake: '1.00' })
    const answer = await floor.place(user, body)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    ids.push(body.id)
  }
  await floor.enter('101')
  await floor.expire('102')
  while ((await floor.deps.settlement.runOnce()).closed > 0);
}

const headNow = async () => {
  await floor.deps.heads.seal()
  return (await get('/proof/heads/latest')).json<SignedHead>()
}

/** More orders than fill files, months ago, and some since; heads enough to fill files on both sides. */
beforeAll(async () => {
  ;[ids, heads] = [[], []]
  floor = await createTradingFloor({ config: { recordsKeptDays: 30, sealingKeys: [randomBytes(32)] } })
  await floor.database.query(`select drop_partitions('trade_order', $1, true)`, [Number.MAX_SAFE_INTEGER])
  await keepPartitions(floor.deps.database, floor.clock.now())
  user = await floor.registerUser()
  await closeMany(ORDERS / 2)
  heads.push(await headNow())
  await closeMany(ORDERS / 2)
  await manyHeads(600)
  heads.push(await headNow())
  await asOwner(floor.database, (tx) =>
    tx.query('update ledger_transfer set created_at = to_timestamp($1::bigint / 1000.0)', [floor.clock.now()]),
  )
  // As many transfers as one partition holds.
  await floor.database.query(`select setval('ledger_transfer_id_seq', 16777216)`)
  await floor.clock.advance(150 * DAY_MS)
  await keepPartitions(floor.deps.database, floor.clock.now())
  await logIn()
  await closeMany(300)
  await manyHeads(600)
  heads.push(await headNow())
})
afterAll(() => floor.close())

async function manyHeads(many: number) {
  for (let head = 0; head < many; head++) {
    await floor.clock.advance(10)
    await floor.tick('100.0')
    await floor.deps.heads.seal()
  }
}

const fresh = () => {
  const { config, log, database, clock } = floor.deps
  return createDeps({ config, log, database, clock })
}

test('a row leaves its table only where the archive has it, and by the archiver alone', async () => {
  for (const table of TABLES) {
    // The database checks first that no posting names a transfer.
    await expect(floor.database.query(`delete from ${table}`)).rejects.toThrow(/append-only|ledger_posting/)
    await expect(floor.deps.database.query(`delete from ${table}`)).rejects.toThrow('permission denied')
  }
  // A file that says something else, and one that leaves rows out.
  const forged = `select drop_archived_rows('tree_head', $1, 2, sha256('x'), 0)`
  for (const first of [1, 2])
    await expect(floor.deps.archiverDatabase.query(forged, [first])).rejects.toThrow('is not what the database has')
})

test('an archiver that is killed between the copy and the deletion of rows leaves all of them', async () => {
  const before = await count()
  const { objects } = floor.deps.recordStore
  const real = objects.get
  let killed = 0
  objects.get = async (key, maxBytes) => {
    const file = await real(key, maxBytes)
    if (killed === 0 && key.startsWith('records/ledger-transfer/')) {
      const ended = await floor.database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'fairtick archive'`,
      )
      killed += ended.length
    }
    return file
  }
  await expect(run()).rejects.toThrow()
  objects.get = real
  expect(killed).toBe(1)
  expect(await count()).toEqual(before)
})

test('old transfers of orders, settlements and heads go, and all that proves them goes on', async () => {
  const before = {
    rows: await count(),
    balance: await floor.deps.ledger.balanceOf(user.id),
    receipts: await Promise.all(
      [0, 255, 256, 511, ORDERS + 5].map(async (nth) => (await get(`/orders/${ids[nth]}/receipt`)).json<object>()),
    ),
    tile: (await fresh().proof.tile('heads', '0/000'))?.toString('hex'),
    figures: await floor.database.query('select * from settlement_day order by day, product_id'),
  }
  expect(before.rows.settlement).toBe(ORDERS + 300)
  for (const receipt of before.receipts) expect(checkReceipt(receipt).problems).toEqual([])

  await run()
  const after = await count()
  // Two whole files of settlements; the rest of the archived orders' does not fill one.
  expect(after.settlement).toBe((before.rows.settlement ?? 0) - 512)
  expect(after.ledger_transfer).toBe((before.rows.ledger_transfer ?? 0) - 2 * ORDERS)
  expect(after.tree_head).toBe((before.rows.tree_head ?? 0) - 512)
  await run()
  expect(await count()).toEqual(after)

  // In this process, and in one that has nothing in memory.
  for (const nth of [0, 255, 256, 511, ORDERS - 1, ORDERS + 5]) {
    expect(checkReceipt((await get(`/orders/${ids[nth]}/receipt`)).json()).problems).toEqual([])
    const receipt = await fresh().proof.receipt(user.id, ids[nth] ?? '')
    expect(receipt.ok && checkReceipt(receipt.value).problems).toEqual([])
  }
  const { proof } = fresh()
  for (const known of heads) expect(await proof.head(known.head.number)).toMatchObject({ ok: true, value: known })
  expect(await proof.head(1_000_000)).toMatchObject({ ok: false })
  const [oldest, newest] = [present(heads[0], 'the first'), present(heads.at(-1), 'the last')]
  const steps = await proof.consistency(oldest.head.number, newest.head.number)
  expect(steps.ok && logsProblems(oldest.head, newest.head, steps.value)).toEqual([])
  expect((await proof.tile('heads', '0/000'))?.toString('hex')).toBe(before.tile)
  expect((await proof.tile('heads', 'entries/000'))?.length).toBeGreaterThan(0)

  expect(await floor.deps.ledger.balanceOf(user.id)).toEqual(before.balance)
  expect(await floor.database.query('select * from settlement_day order by day, product_id')).toEqual(before.figures)
  expect(await auditAll(floor.database, floor.deps.sweeps)).toEqual([])
  expect((await checkRecords(floor.database, floor.deps.recordStore)).problems).toEqual([])

  // Trading continues, and a head continues the archived log.
  await closeMany(3)
  const receipt = await fresh().proof.receipt(user.id, ids.at(-1) ?? '')
  expect(receipt.ok && checkReceipt(receipt.value).problems).toEqual([])
  expect(archiveBefore(floor.clock.now(), 30)).toBeGreaterThan(oldest.head.at)
})

test('what changes in the archive is found', async () => {
  const { database, recordStore: store, sweeps } = floor.deps
  const row = await floor.database.first<{ object_key: string }>(
    `select object_key from record_archive where parent = 'settlement' order by first_key limit 1`,
  )
  const key = row?.object_key ?? ''
  const file = await store.objects.get(key)
  await store.objects.delete(key)
  expect((await checkRecords(database, store)).problems).toEqual([`the archive lacks ${key}`])
  expect((await auditAll(database, fresh().sweeps)).length).toBeGreaterThan(0)
  await store.objects.put(key, file ?? Buffer.alloc(0))
  expect(await auditAll(database, sweeps)).toEqual([])
  // A figure that was counted when its lines went.
  await floor.database.query('update settlement_archive_day set orders = orders + 1')
  expect(await auditAll(database, sweeps)).toEqual([expect.objectContaining({ table: 'settlement_day' })])
  await floor.database.query('update settlement_archive_day set orders = orders - 1')
})
