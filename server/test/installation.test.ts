import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startThrowAwayPostgres } from '../../scripts/setup/postgres.mjs'
import { joinNodes } from '../src/cluster/nodeAgreement'
import { loadConfig } from '../src/config'
import { accountOfOps, refuseUnfitAccounts } from '../src/database/access'
import { createDatabase, type Database } from '../src/database/database'
import { migrate, pendingChanges } from '../src/database/migrate'
import { DATABASE_ROLES } from '../src/database/roles'
import { claimInstallation } from '../src/ledger/installation'
import { startServer } from '../src/server'
import { createLog } from '../src/shared/log'
import { settingsToAgreeOn } from '../src/sharedSettings'
import { withDatabase } from './database'

const folder = mkdtempSync(join(tmpdir(), 'fairtick-installation-'))
const open: Database[] = []
let postgres: { url: string; stop(): Promise<void> }
let admin: Client
/** The owner's view without the right to create roles, before somebody has created them. */
let before: { applied: string[]; pending: string[] }

beforeAll(async () => {
  postgres = await startThrowAwayPostgres()
  admin = new Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('create role house login')
  await admin.query('create database bare owner house')
  before = { applied: await migrate(ofHouse('bare')), pending: await pendingChanges(ofHouse('bare')) }
  for (const role of DATABASE_ROLES) await admin.query(`create role ${role} login`)
})
afterAll(async () => {
  for (const database of open) await database.close()
  await admin.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A database of the server, as an account. */
const as = (account: string, name: string) => withDatabase(postgres.url, name).replace('//fairtick@', `//${account}@`)
/** As the one that owns it. */
const ofHouse = (name: string) => as('house', name)
/** As those of the server. */
const accountsOf = (name: string) => ({
  DATABASE_URL: as('fairtick_node', name),
  OPS_DATABASE_URL: as('fairtick_ops', name),
  AUDITOR_DATABASE_URL: as('fairtick_auditor', name),
  ARCHIVER_DATABASE_URL: as('fairtick_archiver', name),
})
const SEALING_KEY = Buffer.alloc(32, 7).toString('base64')

/** Everything that live funds need. Nothing listens at the addresses: the exchange and the store are not reached. */
const live = {
  FUNDS: 'live',
  FEED: 'binance',
  FEED_UNSIGNED: 'accept',
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

/** The outcome of a server's start: "ready", or why it does not start. It is stopped again. */
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

test('a database that has held demo funds takes no live ones', async () => {
  await installed('demo', {})
  const DATABASE_URL = as('fairtick_node', 'demo')
  const refused = 'FUNDS=live is refused: this database has held demo funds, which would become real money.'
  expect(await startOf({ ...live, DATABASE_URL, AUDITOR_DATABASE_URL: as('fairtick_auditor', 'demo') })).toContain(
    refused,
  )
})

test('rights wait for the roles, and are given as soon as they are there', async () => {
  const url = ofHouse('bare')
  expect(before.applied).toContain('0001_accounts')
  expect(before).toMatchObject({ applied: expect.not.arrayContaining(['roles.sql']), pending: [] })
  const node = { DATABASE_URL: as('fairtick_node', 'bare'), MIGRATE: 'step' }
  expect(await startOf(node)).toContain('may not read which changes the database has')
  expect(await pendingChanges(url)).toEqual(['roles.sql'])
  expect([await migrate(url), await migrate(url)]).toEqual([['roles.sql'], []])
  expect(await startOf({ ...node, MIGRATE: 'start' })).toContain('may not change the schema: run "node dist/server')
})

test('live funds start with the least rights, and take no demo funds and no other currency afterwards', async () => {
  await admin.query('create database money owner house')
  const accounts = accountsOf('money')
  expect(await startOf({ ...live, ...accounts })).toContain('run "node dist/server/migrate.js"')
  await migrate(ofHouse('money'))
  expect(await startOf({ ...live, ...accounts, CONSOLE_PORT: '0' })).toBe('ready')
  const [demo, euro] = await Promise.all([
    startOf({ ...accounts, MIGRATE: 'step' }),
    startOf({ ...live, ...accounts, CURRENCY: 'EUR' }),
  ])
  expect(demo).toContain(
    'FUNDS is demo but this database holds live funds: set FUNDS=live, or DATABASE_URL to another database.',
  )
  expect(euro).toContain(
    'CURRENCY is EUR but this database keeps its books in USD: set CURRENCY=USD, or DATABASE_URL to an empty database.',
  )
})

test('live funds refuse an account that may do more than its work needs, or less', async () => {
  await installed('accounts', {})
  for (const sql of [
    'create role guest login in role house',
    'create role staff_of_roles login createrole in role fairtick_node',
    'create role writer login in role fairtick_node, pg_write_all_data',
    'create role stranger login',
    'create role member login in role fairtick_node',
  ])
    await admin.query(sql)
  const refusals: [string, string][] = [
    ['fairtick', 'as a superuser, whom no trigger'],
    ['house', 'as the owner of the tables'],
    ['guest', 'as the owner of the tables'],
    ['staff_of_roles', 'that may make roles'],
    ['writer', 'that may change acceptance, which only grows'],
    ['stranger', 'that is neither fairtick_node nor a member of it'],
    ['fairtick_ops', 'that is neither fairtick_node nor a member of it'],
  ]
  for (const [account, sentence] of refusals) {
    const said = await startOf({ ...live, ...accountsOf('accounts'), DATABASE_URL: as(account, 'accounts') })
    expect(said).toContain(
      `FUNDS=live is refused: DATABASE_URL signs in ${sentence.replace(/^that/, 'as an account that')}`,
    )
  }
  const accounts = { ...live, ...accountsOf('accounts'), DATABASE_URL: as('member', 'accounts'), CONSOLE_PORT: '0' }
  // Demo funds are refused last: this refusal shows that every check before it has passed.
  expect(await startOf(accounts)).toContain('this database has held demo funds')
  expect(await startOf({ ...accounts, OPS_DATABASE_URL: ofHouse('accounts') })).toContain(
    'OPS_DATABASE_URL signs in as the owner',
  )
  const elsewhere = as('fairtick_auditor', 'bare')
  expect(await startOf({ ...accounts, AUDITOR_DATABASE_URL: elsewhere })).toContain(
    'leads to another database than DATABASE_URL',
  )
  const command = accountOfOps(
    loadConfig({ ...live, ...accountsOf('accounts'), OPS_DATABASE_URL: '', DATABASE_URL: as('member', 'accounts') }),
  )
  await expect(refuseUnfitAccounts({ funds: 'live' }, [command])).rejects.toThrow(/neither fairtick_ops nor/)
})

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
  // Each node may have its own folder.
  const [here, there] = [
    await join({ DATA_DIR: `${folder}/a` }, 'sixth'),
    await join({ DATA_DIR: `${folder}/b` }, 'seventh'),
  ]
  await Promise.all([here(), there()])
  await (await join({ TICKS_KEPT_DAYS: '40' }, 'fifth'))()
})
