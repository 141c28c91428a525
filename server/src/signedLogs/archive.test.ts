import { gunzipSync, gzipSync } from 'node:zlib'
import type { Consistency, Receipt, SignedHead } from '../../../contract/proof'
import { logsProblems } from '../../../proof/heads'
import { checkReceipt } from '../../../proof/receipt'
import { alsoInLog } from '../../test/alsoInLog'
import type { TestUser } from '../../test/app'
import { asOwner } from '../../test/asOwner'
import { floor, withFloor } from '../../test/floorOfFile'
import { createTickFilesSweep } from '../auditor/archiveSweeps'
import { createResultsSweep } from '../auditor/resultsSweep'
import { loadConfig } from '../config'
import { createDeps } from '../deps'
import { createObjectStore } from '../objectStore/objectStore'
import { createOpenFiles } from '../objectStore/openFiles'
import { present } from '../shared/assert'
import { DAY_MS } from '../shared/time'
import { leafHash, rootOf } from './merkle'
import { ARCHIVE_WIDTH, archiveKey, createWholeTickLog, openArchive } from './tickArchive'

const KEPT_DAYS = 30

withFloor({ config: { ticksKeptDays: KEPT_DAYS } })
let user: TestUser
beforeAll(async () => {
  user = await floor.registerUser()
})

/** This many ticks from now on, a second apart, by one statement. */
async function manyTicks(count: number) {
  const fromMs = floor.clock.now()
  await floor.database.query(
    `select count(*) from append_ticks(array[$1::int], $2, array(
       select ($1, $4::bigint + nth * 1000, round(100 + (nth % 50) / 10.0, 1), 1, 'test', $4::bigint + nth * 1000, null,
               null)::new_tick from generate_series(1, $3::int) nth))`,
    [floor.product.id, fromMs + count * 1_000, count, fromMs],
  )
  await floor.clock.advance(count * 1_000)
}

/** An order up that wins, with the ticks around it. */
async function play(): Promise<string> {
  await floor.clock.advance(1_000)
  await floor.tick('100.0')
  const body = floor.body()
  expect((await floor.place(user, body)).statusCode).toBe(201)
  await floor.deps.heads.seal()
  for (let second = 0; second < 36; second++) {
    await floor.clock.advance(1_000)
    await floor.tick((101 + second / 10).toFixed(1))
  }
  await floor.moveWatermark()
  await floor.settle()
  return body.id
}

/** A session does not last as long as ticks do. */
async function logInAgain() {
  user = await floor.logInAgain(user)
}

const get = async <T>(url: string) => (await floor.inject({ url, headers: user.headers })).json<T>()
const receiptOf = (id: string) => get<Receipt>(`/api/orders/${id}/receipt`)
const headNow = async () => {
  await floor.deps.heads.seal()
  return get<SignedHead>('/api/proof/heads/latest')
}
const count = async () => {
  const row = await floor.database.first<{ count: bigint }>(
    'select count(*) as count from tick where product_id = $1',
    [floor.product.id],
  )
  return Number(row?.count)
}
const wrongResults = async () => {
  const sweep = createResultsSweep(floor.deps)
  return sweep.find(floor.database, 0n, await sweep.last(floor.database))
}

test('old ticks go to the archive, and receipts, heads and the auditor hold as before', async () => {
  const early = await play()
  const earlyHead = await headNow()
  await manyTicks(ARCHIVE_WIDTH - 40)
  // Its ticks are on both sides of the end of the first stretch.
  const between = await play()
  await manyTicks(2 * ARCHIVE_WIDTH)
  const late = await play()
  const lateHead = await headNow()
  const before = await Promise.all([early, between, late].map(receiptOf))
  for (const receipt of before) expect(receipt).toMatchObject({ format: 'fairtick-receipt-8' })
  for (const receipt of before) expect(checkReceipt(receipt).problems).toEqual([])
  const total = await count()

  expect(await floor.deps.archiver.runOnce()).toBe(0)
  await floor.clock.advance((KEPT_DAYS + 1) * DAY_MS)
  await logInAgain()
  expect(await floor.deps.archiver.runOnce()).toBe(2)
  expect(await floor.deps.archiver.runOnce()).toBe(0)
  expect(await count()).toBe(total - 2 * ARCHIVE_WIDTH)

  const after = await Promise.all([early, between, late].map(receiptOf))
  for (const [index, receipt] of after.entries()) {
    expect(checkReceipt(receipt).problems).toEqual([])
    expect(receipt.ranges.flatMap(({ ticks }) => ticks)).toEqual(before[index]?.ranges.flatMap(({ ticks }) => ticks))
  }
  const proof = await get<Consistency>(
    `/api/proof/consistency?from=${earlyHead.head.number}&to=${lateHead.head.number}`,
  )
  const product = proof.products.find(({ symbol }) => symbol === floor.product.symbol)
  expect(product?.path.length).toBeGreaterThan(0)
  expect(await wrongResults()).toEqual([])
  expect(checkReceipt(await receiptOf(await play())).problems).toEqual([])

  // Archived ticks are still in the public tiles.
  const tile = (path: string) => floor.inject({ url: `/api/log/ticks/${floor.product.symbol}/tile/${path}` })
  const bundle = (await tile('entries/003')).rawPayload
  const leaf = bundle.subarray(2, 2 + bundle.readUInt16BE(0)).toString('ascii')
  expect(leaf).toMatch(new RegExp(`^tick\\|2\\|${floor.product.symbol}\\|${3 * 256 + 1}\\|`))
  expect((await tile('0/003')).rawPayload.subarray(0, 32)).toEqual(leafHash(leaf))
  expect((await tile('1/000.p/4')).rawPayload).toHaveLength(4 * 32)

  // Hundreds of heads later, and in a process that has nothing in memory.
  for (let head = 0; head < 210; head++) {
    await floor.clock.advance(10)
    await floor.tick('100.0')
    await floor.deps.heads.seal()
  }
  const { config, log, database, clock } = floor.deps
  const fresh = createDeps({ config, log, database, clock })
  for (const id of [early, between, late]) {
    const receipt = await fresh.proof.receipt(user.id, id)
    expect(receipt.ok && checkReceipt(receipt.value).problems).toEqual([])
    expect(receipt.ok && receipt.value.head.number).toBeGreaterThan(lateHead.head.number + 200)
  }
  for (const known of [earlyHead, lateHead]) {
    expect(await fresh.proof.head(known.head.number)).toMatchObject({ ok: true, value: known })
  }
  const again = await fresh.proof.consistency(earlyHead.head.number, lateHead.head.number)
  expect(again.ok && logsProblems(earlyHead.head, lateHead.head, again.value)).toEqual([])
  // The next head continues the archived log.
  await floor.clock.advance(10)
  await floor.tick('100.0')
  const newest = await fresh.proof.head((await fresh.heads.seal()).number)
  const on = newest.ok ? await fresh.proof.consistency(earlyHead.head.number, newest.value.head.number) : newest
  expect(newest.ok && on.ok && logsProblems(earlyHead.head, newest.value.head, on.value)).toEqual([])
})

test('a result that is wrong is found after the archive took over, too, where its ticks are still there', async () => {
  const id = await play()
  expect(await wrongResults()).toEqual([])
  await floor.database.query('update trade_order set profit_loss = profit_loss + 1 where id = $1', [id])
  expect(await wrongResults()).toHaveLength(1)
  await floor.database.query('update trade_order set profit_loss = profit_loss - 1 where id = $1', [id])
})

test('a result whose ticks are in the archive is decided again, whatever the database and the log of settlements say', async () => {
  const old = await floor.database.first<{ number: bigint }>('select min(number) as number from trade_order')
  const turn = (status: number, profitLoss: string) =>
    asOwner(floor.database, (tx) =>
      tx.query(alsoInLog(`update trade_order set status = $2, profit_loss = ${profitLoss} where number = $1`), [
        old?.number,
        status,
      ]),
    )
  await turn(4, '-stake')
  expect(await wrongResults()).toEqual([{ kind: 'row_differs', table: 'trade_order', id: old?.number }])
  await turn(3, 'payout - stake')
  expect(await wrongResults()).toEqual([])
})

test('no tick is deleted that the archive does not have, and none is changed', async () => {
  await expect(
    floor.database.query('delete from tick where product_id = $1 and sequence > $2', [
      floor.product.id,
      2 * ARCHIVE_WIDTH,
    ]),
  ).rejects.toThrow('append-only')
  await expect(floor.database.query('update tick set price = 1')).rejects.toThrow('append-only')
  await expect(floor.database.query('delete from tick_archive')).rejects.toThrow('append-only')
})

test('a file of the archive that is gone or was changed is not taken for the log', async () => {
  const { config, database } = floor.deps
  const objects = createObjectStore(config.objectStore)
  const ten = { tree: floor.product.id, from: 0, to: 10 }
  const first = async () =>
    (await createWholeTickLog({ database, files: createOpenFiles(objects) }).readRanges([ten]))[0]
  const key = archiveKey(floor.product.id, 1)
  expect(await first()).toHaveLength(10)
  const file = await objects.get(key)
  const leaves = openArchive(
    file,
    rootOf(
      gunzipSync(file ?? '')
        .toString()
        .split('\n')
        .map(leafHash),
    ),
  )
  await objects.put(key, gzipSync(leaves.join('\n').replace('|100.1|', '|100.2|')))
  await expect(first()).rejects.toThrow('missing or was changed')
  expect(await wrongResults()).toEqual([{ kind: 'file_differs', file: key }])
  const sweep = createTickFilesSweep({ objects })
  const wrongFiles = async () => sweep.find(database, 0n, await sweep.last(database))
  expect(await wrongFiles()).toEqual([{ kind: 'file_differs', file: key }])
  await objects.delete(key)
  await expect(first()).rejects.toThrow('missing or was changed')
  expect(await wrongFiles()).toEqual([{ kind: 'file_differs', file: key }])
  await objects.put(key, present(file, 'it was there'))
  expect(await wrongFiles()).toEqual([])
})

test('how long ticks are kept is two days or more, or for ever', () => {
  expect(loadConfig({ TICKS_KEPT_DAYS: '0' }).ticksKeptDays).toBe(0)
  expect(loadConfig({}).ticksKeptDays).toBe(30)
  expect(loadConfig({ DATABASE_URL: 'postgres://localhost/fairtick' }).ticksKeptDays).toBe(0)
  expect(() => loadConfig({ TICKS_KEPT_DAYS: '1' })).toThrow('TICKS_KEPT_DAYS is "1" but must be 2 or more')
})
