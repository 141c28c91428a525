import { asOwner } from '../../test/asOwner'
import { createTradingFloor, type TradingFloor } from '../../test/tradingFloor'
import { verifyAuditChain } from '../auditLog/auditLog'
import { createArchiveFilesSweep } from '../auditor/archiveSweeps'
import { auditAll } from '../auditor/auditor'
import { SWEEPS_OF_DATABASE } from '../auditor/resultsSweep'
import { type Database, databaseErrorCode } from '../database/database'
import { keepPartitions } from '../database/partitions'

// Attacks with the account of a node or of the archiver on the archive: none goes unnoticed.

let floor: TradingFloor

beforeEach(async () => {
  floor = await createTradingFloor({ config: { recordsKeptDays: 365 } })
  const user = await floor.registerUser()
  await floor.win(user, floor.body())
  for (const [index, at] of ['2026-02-01', '2026-03-01', '2028-01-01'].entries())
    await floor.database.query(
      `insert into audit_entry (actor, reason, action, subject, created_at) values ('ann', 'a test', 'test', $1, $2)`,
      [String(index), at],
    )
  await floor.database.query(`select setval('ledger_transfer_id_seq', 16777216)`)
  await keepPartitions(floor.deps.database, floor.clock.now())
  await floor.clock.advance(Date.parse('2029-06-01') - floor.clock.now())
  await keepPartitions(floor.deps.database, floor.clock.now())
})
afterEach(() => floor.close())

const findings = () =>
  auditAll(floor.deps.database, [...SWEEPS_OF_DATABASE, createArchiveFilesSweep(floor.deps.recordStore)])
const rowsOf = async (table: string) =>
  (await floor.database.first<{ rows: bigint }>(`select count(*) as rows from ${table}`))?.rows
const refusal = (database: Database, sql: string, values: unknown[] = []) =>
  database.query(sql, values).then(
    () => 'done',
    (error) => databaseErrorCode(error),
  )
const change = (sql: string, values: unknown[] = []) => asOwner(floor.database, (tx) => tx.query(sql, values))

test('a node notes nothing, drops nothing and sets no sum', async () => {
  const node = floor.deps.database
  const before = [await rowsOf('audit_entry'), await rowsOf('ledger_posting')]
  for (const sql of [
    `insert into record_archive (object_key, parent, first_key, last_key, records, sha256)
       select 'records/audit-entry-first/00000001', 'audit_entry', '', '9223372036854775807', count(*), '\\x00' from audit_entry_first`,
    `select drop_archived_partition('audit_entry_first', $1, '1', '{}', $1)`,
    `select drop_archived_partition('ledger_posting_first', $1, '1', '{}', $1)`,
    `insert into ledger_archive_total (account_id, amount) select id, 100000000 from ledger_account`,
    `insert into order_archive_total select user_id, 1, 1 from trade_order`,
    `insert into tick_archive (product_id, first, last, from_ms, to_ms, root, object_key, bytes)
       values (1, 1, 16384, 0, 1, '\\x00', 'ticks/1/0', 1)`,
  ])
    expect([sql, await refusal(node, sql, sql.includes('$1') ? [floor.clock.now()] : [])]).toEqual([sql, '42501'])
  expect([await rowsOf('audit_entry'), await rowsOf('ledger_posting')]).toEqual(before)
  expect(await findings()).toEqual([])
})

test('the archiver drops only rows whose hash it gives, and never the newest entry of the audit log', async () => {
  const [{ newest, hash } = { newest: '', hash: Buffer.alloc(0) }] = await floor.database.query<{
    newest: string
    hash: Buffer
  }>(
    `select resting_partition('audit_entry', 'audit_entry_first', $1) as newest,
            sha256(convert_to(string_agg(to_jsonb(entry)::text, E'\\n' order by id), 'UTF8')) as hash from audit_entry_first entry`,
    [floor.clock.now()],
  )
  const drop = (hashes: Buffer[]) =>
    refusal(floor.deps.archiverDatabase, 'select drop_archived_partition($1, $2, $3, $4, $2)', [
      'audit_entry_first',
      floor.clock.now(),
      newest,
      hashes,
    ])
  expect([await drop([]), await drop([Buffer.alloc(32)]), await drop([hash, hash])]).toEqual(Array(3).fill('42501'))
  await change('update audit_end set (id, hash) = (select id, hash from audit_entry_first order by id desc limit 1)')
  expect(await drop([hash])).toBe('42501')
})

test('rows that the archiver dropped without a file in the store are missed by the auditor', async () => {
  const { objects } = floor.deps.recordStore
  const kept = new Map<string, Buffer>()
  const real = { get: objects.get, put: objects.put }
  // A store that gives back what was written, and keeps nothing.
  objects.put = async (key, bytes) => void kept.set(key, bytes)
  objects.get = async (key) => kept.get(key)
  expect(await floor.deps.recordArchiver.runOnce()).toContain('audit_entry_first')
  Object.assign(objects, real)
  const files = ['audit-entry-first', 'ledger-posting-first'].map((name) => `records/${name}/00000000`)
  expect(await findings()).toEqual(expect.arrayContaining(files.map((file) => ({ kind: 'file_differs', file }))))
})

test.each(['audit_entry', 'ledger_posting'])(
  'a note of %s that no log names is named by the auditor',
  async (parent) => {
    const partition = `${parent}_first`
    const key = `records/${partition.replaceAll('_', '-')}/00000000`
    await change(
      `insert into record_archive (object_key, parent, first_key, last_key, records, sha256)
       select $1, $2, repeat('0', 20), lpad('9999999999', 20, '0'), 1, '\\x00'`,
      [key, parent],
    )
    await change(`delete from ${partition}`)
    expect(await findings()).toContainEqual({ kind: 'file_differs', file: key })
  },
)

test('a note that the public log names and that is gone or changed is named', async () => {
  await floor.deps.recordArchiver.runOnce()
  expect(await findings()).toEqual([])
  const leaf = await floor.database.first<{ id: bigint }>(
    `select leaf as id from feed_event where kind = 'archive' and entry like '%ledger-posting%'`,
  )
  const named = { kind: 'row_differs', table: 'feed_event', id: leaf?.id }
  await change(`update record_archive set last_key = lpad('9999999999', 20, '0') where parent = 'ledger_posting'`)
  expect(await findings()).toContainEqual(named)
  await change(`delete from record_archive where parent = 'ledger_posting'`)
  expect(await findings()).toContainEqual(named)
})

test('an emptied audit log is missed by its end and by its anchors, in the database and in the archive', async () => {
  await floor.deps.recordArchiver.runOnce()
  const store = floor.deps.recordStore
  expect((await verifyAuditChain(floor.database, store)).brokenAt).toBeNull()
  // An anchor that names an archived entry by another hash.
  await floor.database.query(
    `select append_feed_events(array[$1::bigint], array['audit'], array['-'], array['1|' || repeat('0', 64)])`,
    [floor.clock.now()],
  )
  expect((await verifyAuditChain(floor.database, store)).brokenAt).toBe(1)
  expect(await findings()).toContainEqual({ kind: 'row_differs', table: 'audit_entry', id: 1n })
  await change('delete from audit_entry')
  const end = await floor.database.first<{ id: bigint }>('select id from audit_end')
  expect(await findings()).toContainEqual({ kind: 'row_differs', table: 'audit_entry', id: end?.id })
})
