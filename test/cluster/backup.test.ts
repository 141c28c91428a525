import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startThrowAwayPostgres } from '../../scripts/setup/postgres.mjs'
import { findPostgres } from '../../scripts/setup/requirements.mjs'
import { createDatabase, type Database } from '../../server/src/database/database'
import { present } from '../../server/src/shared/assert'
import { newId } from '../../server/src/shared/ids'
import { createLog } from '../../server/src/shared/log'
import { asked } from '../../server/test/asks'
import { lendRoles } from '../../server/test/database'
import { startNode } from '../../server/test/nodes'
import { until } from '../support/until'

jest.setTimeout(120_000)

const SCRIPTS = join(__dirname, '../../deploy/backup')
const OPS = join(__dirname, '../../dist/server/ops.js')

let folder: string
let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>
let database: Database

beforeAll(async () => {
  // PostgreSQL runs as another account: it archives with a copy of the script if it may read.
  folder = mkdtempSync(join(tmpdir(), 'fairtick-backup-'))
  chmodSync(folder, 0o755)
  cpSync(SCRIPTS, join(folder, 'scripts'), { recursive: true })
  mkdirSync(join(folder, 'wal'))
  chmodSync(join(folder, 'wal'), 0o777)
  postgres = await startThrowAwayPostgres([
    'archive_mode=on',
    `archive_command=BACKUP_DIR=${folder} ${join(folder, 'scripts', 'archive-wal')} "%p" "%f"`,
  ])
  database = createDatabase(postgres.url, createLog('silent'), 2)
})
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function script(name: string): Promise<string> {
  const { stdout } = await promisify(execFile)(join(SCRIPTS, name), [], {
    env: {
      PATH: process.env.PATH,
      BACKUP_DIR: folder,
      DATABASE_URL: postgres.url,
      PGBIN: present(findPostgres(), 'PostgreSQL is installed'),
      REHEARSAL_URL: 'postgres://fairtick@localhost/postgres',
      OPS: `${process.execPath} ${OPS}`,
    },
  })
  return stdout
}

/** Closes the current segment and waits until it and all before it are in the archive. */
async function archiveAll() {
  const [row] = await database.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  const archived = () => readdirSync(join(folder, 'wal')).includes(row?.name ?? '')
  await until(`${row?.name} in the archive`, archived, { withinMs: 20_000, everyMs: 50 })
}

test('what is restored has everything up to the last archived segment, and the rehearsal says when it does not add up', async () => {
  const { migrate } = await import('../../server/src/database/migrate')
  await migrate(postgres.url)
  await lendRoles(postgres.url)
  const node = await startNode(postgres.url)
  await node.newUser('before_base')
  const base = (await script('base')).trim()
  expect(readdirSync(join(folder, 'base')).map((name) => join(folder, 'base', name))).toEqual([base])

  const token = await node.newUser('after_base')
  const placed = await node.call(
    'POST',
    '/orders',
    token,
    asked({
      id: newId(),
      symbol: 'BTCUSDT',
      direction: 'up',
      stake: '10.00',
      durationSeconds: 30,
      earningsRateBp: 7500,
    }),
  )
  expect(placed.status).toBe(201)
  await node.stop()
  const [row] = await database.query<{ transfers: bigint; users: bigint }>(
    'select (select count(*) from ledger_transfer) as transfers, (select count(*) from app_user) as users',
  )
  await database.query(`update setting set value = jsonb_set(value, '{funds}', '"live"') where key = 'installation'`)
  await archiveAll()
  const said = await script('rehearse')
  expect(said).toMatch(/^restored up to 20/)
  expect(said).toMatch(/books +add up/)
  expect(said).toMatch(new RegExp(`transfers +${row?.transfers}\\b`))
  expect(row?.users).toBe(2n)

  await database.query('alter table ledger_account disable trigger all')
  await database.query('update ledger_account set balance = balance + 1 where kind = 102')
  await archiveAll()
  await expect(script('rehearse')).rejects.toThrow('The books do not add up')
})
