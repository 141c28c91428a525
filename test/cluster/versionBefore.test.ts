import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startThrowAwayPostgres } from '../../scripts/setup/postgres.mjs'
import { createDatabase, type Database } from '../../server/src/database/database'
import { migrate } from '../../server/src/database/migrate'
import { sealPhones } from '../../server/src/ops/phoneSealing'
import { createLog } from '../../server/src/shared/log'
import { createSealer } from '../../server/src/shared/sealing'
import { brokenInvariants } from '../../server/test/invariants'
import { tablesWith } from '../../server/test/phones'
import { pause, until } from '../support/until'
import { describePlacing, newUser, startPlacing } from './load'
import { createNodeProcess, type NodeProcess } from './nodeProcess'

const SEALING_KEY = randomBytes(32)
const ROOT = join(__dirname, '../..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 }).trim()

jest.setTimeout(120_000)

/** The tag of the last release; undefined before the first one, as nothing has to run beside what was never released. */
function lastRelease(): string | undefined {
  if (!existsSync(join(ROOT, '.git'))) return undefined
  const [release] = git('tag', '--list', 'v*', '--sort=-version:refname', '--no-contains', 'HEAD').split('\n')
  return release || undefined
}

let folder: string | undefined
let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>
let database: Database
let nodes: NodeProcess[] = []

const RELEASE = lastRelease()

beforeAll(async () => {
  if (RELEASE === undefined) return
  const to = mkdtempSync(join(tmpdir(), 'fairtick-before-'))
  folder = to
  const sources = ['package.json', 'server', 'contract', 'scripts', 'tsconfig.json']
  execFileSync('bash', ['-c', `git archive ${RELEASE} ${sources.join(' ')} | tar -x -C ${to}`], {
    cwd: ROOT,
  })
  symlinkSync(join(ROOT, 'node_modules'), join(to, 'node_modules'))
  execFileSync(process.execPath, [join(to, 'scripts/buildServer.mjs')])
  postgres = await startThrowAwayPostgres()
  await migrate(postgres.url)
  database = createDatabase(postgres.url, createLog('silent'), 2)
  const env = {
    DATABASE_URL: postgres.url,
    MIGRATE: 'step',
    PROOF_KEY: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    SEALING_KEY: SEALING_KEY.toString('base64'),
    ORDERS_PER_MINUTE: '0',
    EXAMPLE_ORDERS: 'off',
    OPEN_STAKES_MAX: '0.00',
    LOG_LEVEL: 'error',
  }
  nodes = [createNodeProcess(await freePort(), env, to), createNodeProcess(await freePort(), env)]
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.remove()))
  await database?.close()
  await postgres?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const open = async () => {
  const [row] = await database.query<{ open: bigint }>(
    'select count(*) as open from trade_order where status <= order_open()',
  )
  return row?.open
}

let asked = 0
/** What step one of a registration says of a number. */
async function registering(origin: string, openingCode: string, phone: string): Promise<string> {
  const answer = await fetch(`${origin}/api/registrations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: `asking_${++asked}`, phone, phoneCountry: 'CN', openingCode }),
  })
  return answer.status === 201 ? 'free' : ((await answer.json()) as { code: string }).code
}

const testWithRelease = RELEASE === undefined ? test.skip : test

testWithRelease('the version before trades and settles on the schema of this one, alone and beside it', async () => {
  const [before, now] = nodes
  if (!before || !now) throw new Error('There are two nodes.')
  await before.start()
  await database.query(
    "insert into product_duration select id, seconds, 7500 from product, unnest(array[1, 2]) seconds where symbol = 'BTCUSDT'",
  )
  await pause(2_500)
  const openingCode = /code\D*?\s([A-Z0-9]{6})\b/i.exec(before.greeting())?.[1] ?? ''
  const user = await newUser(before.origin, openingCode, 1)
  const trade = async (origins: string[], count: number) => {
    let turn = 0
    const ended = new AbortController()
    const caller = startPlacing(ended.signal, () => origins[turn++ % origins.length] ?? '', user.token)
    const describe = () => describePlacing([caller])
    await until('orders', () => caller.acknowledged.size >= count, { withinMs: 20_000, describe })
    ended.abort()
    await caller.ended
    if (caller.failure) throw caller.failure
    return caller.acknowledged.size
  }
  let placed = await trade([before.origin], 10)
  await now.start()
  placed += await trade([before.origin, now.origin], 20)
  // A phone number that is registered or reserved at one of them is taken at the other.
  const other = await newUser(now.origin, openingCode, 2)
  expect([user.account, other.account]).toEqual(['cluster_1', 'cluster_2'])
  expect(await registering(before.origin, openingCode, '13900000002')).toBe('phone_taken')
  expect(await registering(now.origin, openingCode, '13900000001')).toBe('phone_taken')
  expect(await registering(before.origin, openingCode, '13900000003')).toBe('free')
  expect(await registering(now.origin, openingCode, '13900000003')).toBe('phone_taken')
  await before.stop()
  await sealPhones({ database, sealer: createSealer(SEALING_KEY) })
  for (const phone of ['13900000001', '13900000002', '13900000003']) {
    expect(await tablesWith(database, phone)).toEqual([])
    expect(await registering(now.origin, openingCode, phone)).toBe('phone_taken')
  }
  placed += await trade([now.origin], 10)
  await until('all orders to settle', async () => (await open()) === 0n, { withinMs: 15_000 })
  const [row] = await database.query<{ orders: bigint }>('select count(*) as orders from trade_order')
  expect(row?.orders).toBe(BigInt(placed))
  expect(await brokenInvariants(database)).toEqual([])
})
