import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startThrowAwayPostgres } from '../../scripts/setup/postgres.mjs'
import { joinNodes } from '../src/cluster/nodeAgreement'
import { loadConfig } from '../src/config'
import { createDatabase, type Database } from '../src/database/database'
import { claimInstallation } from '../src/database/installation'
import { migrate } from '../src/database/migrate'
import { startServer } from '../src/server'
import { createLog } from '../src/shared/log'
import { settingsToAgreeOn } from '../src/sharedSettings'
import { withDatabase } from './database'

const folder = mkdtempSync(join(tmpdir(), 'fairtick-installation-'))
const open: Database[] = []
let postgres: { url: string; stop(): Promise<void> }
let admin: Client

beforeAll(async () => {
  postgres = await startThrowAwayPostgres()
  admin = new Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('create role house login')
}, 60_000)
afterAll(async () => {
  for (const database of open) await database.close()
  await admin.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

/** A database of the server, as the account that owns it. */
const ofHouse = (name: string) => withDatabase(postgres.url, name).replace('//fairtick@', '//house@')
const SEALING_KEY = Buffer.alloc(32, 7).toString('base64')

/** Everything that live funds need. Nothing listens at the addresses: the exchange and the store are not reached. */
const live = {
  FUNDS: 'live',
  FEED: 'binance',
  OBJECT_STORE_URL: 'http://127.0.0.1:9/photos',
  OBJECT_STORE_ACCESS_KEY: 'id',
  OBJECT_STORE_SECRET_KEY: 'secret',
  PUBLIC_ORIGIN: 'https://trade.example',
  BLOCKED_COUNTRIES: 'US',
  SEALING_KEY,
  PROOF_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  DEPOSIT_CHANNELS: JSON.stringify([
    { id: 'icbc', kind: 'bank', payee: 'F', bank: 'B', accountNumber: '1', minimum: '1.00', maximum: '2.00' },
  ]),
}

/** What a start of the server says: "ready", or why it does not start. It is stopped again. */
async function startOf(env: Record<string, string>): Promise<string> {
  try {
    const server = await startServer(loadConfig({ DATA_DIR: folder, PORT: '0', ...env }), createLog('silent'))
    await server.close()
    return 'ready'
  } catch (error) {
    return String(error)
  }
}

/** A new database with the schema, as a server with these settings leaves it after its first start. */
async function installed(name: string, env: Record<string, string>) {
  await admin.query(`create database ${name} owner house`)
  const url = ofHouse(name)
  await migrate(url)
  const database = createDatabase(url, createLog('silent'), 2)
  open.push(database)
  await claimInstallation(database, loadConfig({ ...env, DATABASE_URL: url }))
  return { url, database }
}

test('a database that has held demo funds takes no live ones, also one from before this was noted', async () => {
  const { url, database } = await installed('demo', {})
  const refused = 'FUNDS=live is refused: this database has held demo funds, which would become real money.'
  expect(await startOf({ ...live, DATABASE_URL: url })).toContain(refused)
  await database.query(`delete from setting where key = 'installation'`)
  await database.query(
    `insert into ledger_transfer (kind, reference) values (transfer_demo_grant(), gen_random_uuid())`,
  )
  const config = loadConfig({ ...live, DATABASE_URL: url })
  await expect(claimInstallation(database, config)).rejects.toThrow(refused)
}, 120_000)

test('live funds start on an empty database, which takes no demo funds and no other currency afterwards', async () => {
  await admin.query('create database money owner house')
  const DATABASE_URL = ofHouse('money')
  expect(await startOf({ ...live, DATABASE_URL })).toBe('ready')
  const [demo, euro] = await Promise.all([
    startOf({ DATABASE_URL }),
    startOf({ ...live, DATABASE_URL, CURRENCY: 'EUR' }),
  ])
  expect(demo).toContain(
    'FUNDS is demo but this database holds live funds: set FUNDS=live, or DATABASE_URL to another database.',
  )
  expect(euro).toContain(
    'CURRENCY is EUR but this database keeps its books in USD: set CURRENCY=USD, or DATABASE_URL to an empty database.',
  )
}, 180_000)

test('live funds refuse a superuser', async () => {
  expect(await startOf({ ...live, DATABASE_URL: postgres.url })).toContain('DATABASE_URL signs in as a superuser')
}, 60_000)

test('a node with other settings than a running one does not start; keys may be changed node by node', async () => {
  const { url: DATABASE_URL, database } = await installed('nodes', {})
  const join = (env: Record<string, string>, holder: string) => {
    const config = loadConfig({ DATABASE_URL, SEALING_KEY, ...env })
    return joinNodes({ database, log: createLog('silent') }, holder, settingsToAgreeOn(config))
  }
  const leave = await join({}, 'first')
  expect(await startOf({ DATABASE_URL, SEALING_KEY, TICKS_KEPT_DAYS: '40' })).toContain(
    'TICKS_KEPT_DAYS: another node that runs on this database has it otherwise.',
  )
  await expect(join({ PRODUCT_NOTICE_MINUTES: '0' }, 'second')).rejects.toThrow(/^PRODUCT_NOTICE_MINUTES: another node/)
  const other = Buffer.alloc(32, 8).toString('base64')
  const [newFirst, newBehind] = [{ SEALING_KEY: `${other},${SEALING_KEY}` }, { SEALING_KEY: `${SEALING_KEY},${other}` }]
  // The running one could not open what this one seals.
  await expect(join(newFirst, 'second')).rejects.toThrow(/^SEALING_KEY: another node/)
  const leaveSecond = await join(newBehind, 'second')
  await leave()
  const leaveThird = await join(newFirst, 'third')
  // Limits may differ for a while.
  const leaveFourth = await join({ ...newBehind, WITHDRAWAL_MAX: '40.00' }, 'fourth')
  await Promise.all([leaveSecond(), leaveThird(), leaveFourth()])
  // Each node may have a folder of its own.
  const [here, there] = [
    await join({ DATA_DIR: `${folder}/a` }, 'sixth'),
    await join({ DATA_DIR: `${folder}/b` }, 'seventh'),
  ]
  await Promise.all([here(), there()])
  await (await join({ TICKS_KEPT_DAYS: '40' }, 'fifth'))()
}, 120_000)
