import { rmSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createDatabase, type Database } from '../../server/src/database/database'
import { newId } from '../../server/src/shared/ids'
import { createLog } from '../../server/src/shared/log'
import { brokenInvariants } from '../../server/test/invariants'
import { TRADE_PASSWORD } from '../../server/test/personal'
import { sayVerified } from '../../server/test/wallet'
import { offerSeconds } from '../support/shortDurations'
import { pause, until } from '../support/until'
import { bindAccount, describePlacing, newUser, type Placing, sendUntilKnown, startPlacing, watchPrices } from './load'
import { cluster, DATABASE_URL, isWhole, keepLogs, nextVersion, ORIGIN, sealer, siteCertificate } from './localCluster'

/**
 * The parts of deploy/hosts, on the machines of deploy/cluster-local, under load, while parts of it die: `CLUSTER=full
 * npm test -- cluster`. Users come in by the proxy, as they do in earnest. FAILOVERS=20 is a long run.
 */
const FAILOVERS = Number(process.env.FAILOVERS ?? 2)
/** Killed one after the other; each starts again by itself or by the script, as systemd would start it. */
const KILLS = [
  ['kill-replica'],
  ...['etcd1', 'etcd2', 'etcd3', 'patroni1', 'patroni2', 'patroni3'].map((part) => ['crash', part]),
  ...['haproxy', 'redis', 'signer', 'store', 'node1', 'node2', 'node3'].map((part) => ['crash', part]),
]
const USERS = 8
/** Requirements of the product; compared with it at the end, when what counts more has been checked. */
const PLACED_AGAIN_WITHIN_MS = 10_000
const STREAM_BACK_WITHIN_MS = 5_000
/** How long the test waits before it gives up, on a machine that has other work. */
const PATIENCE_MS = 300_000

interface User {
  account: string
  token: string
  placing: Placing
  /** Ids that were accepted, by table. */
  moved: Record<'deposit' | 'withdrawal' | 'savings_movement', string[]>
  watcher: ReturnType<typeof watchPrices>
}

const pick = () => ORIGIN
const ended = new AbortController()
const users: User[] = []
/** Everybody's money moves; their outcomes are waited for at the end. */
const moves: Promise<void>[] = []
const failedMoves: string[] = []
const figures: Record<string, number> = {}
const placedAgainMs: number[] = []
const gapsMs: number[] = []
let database: Database
let hasPassed = false

beforeAll(async () => {
  await cluster('down')
  const greeting = await cluster('up')
  setDefaultCACertificates([...getCACertificates(), siteCertificate()])
  database = createDatabase(DATABASE_URL, createLog('silent'), 4)
  await database.query(offerSeconds(1, 2))
  await pause(2_500)
  const openingCode = /code\D*?\s([A-Z0-9]{8})\b/i.exec(greeting)?.[1] ?? ''
  for (let index = 0; index < USERS; index++) users.push(await verifiedUser(openingCode, index))
})
afterAll(async () => {
  ended.abort()
  for (const { watcher } of users) watcher.end()
  await database?.close()
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n${describePlacing(placings())}\n`)
  if (!hasPassed) process.stdout.write(`The logs are in ${keepLogs()}.\n`)
  await cluster('down')
})

async function verifiedUser(openingCode: string, index: number): Promise<User> {
  const { account, token } = await newUser(ORIGIN, openingCode, index)
  const [row] = await query<{ id: bigint }>('select id from app_user where account = $1', [account])
  await sayVerified(database, sealer(), row?.id ?? 0n)
  await bindAccount(ORIGIN, token)
  return {
    account,
    token,
    placing: startPlacing(ended.signal, pick, token, { origin: `${new URL(ORIGIN).host}/api/log` }),
    moved: { deposit: [], withdrawal: [], savings_movement: [] },
    watcher: watchPrices(pick, token),
  }
}

/** The database may be in the middle of a fail-over. */
async function query<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
  for (const deadline = Date.now() + 60_000; ; await pause(200)) {
    try {
      return await database.query<T>(sql, values)
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

const placings = () => users.map(({ placing }) => placing)
const placed = () => placings().reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)

/** Waits for a state and returns how long that took, in ms. A user who has given up ends the wait. */
async function timeUntil(what: string, check: () => boolean | Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  const describe = async () => `${describePlacing(placings())}. ${await cluster('status').catch(String)}`
  const isThere = async () => {
    if (placings().some(({ failure }) => failure)) throw new Error(`While waiting for ${what}: ${await describe()}`)
    return check()
  }
  await until(what, isThere, { withinMs: PATIENCE_MS, everyMs: 50, describe })
  return Math.round(performance.now() - startedAt)
}

/** Everybody moves money at this moment, regardless of what is broken. */
function moveMoney(saves: boolean) {
  for (const { token, moved } of users) {
    const send = async (path: string, facts: object, accepted: string[]) => {
      const id = newId()
      await sendUntilKnown(pick, path, { id, ...facts }, token)
      accepted.push(id)
    }
    const all = [
      send('/deposits', { channel: 'demo', amount: '100.00' }, moved.deposit),
      send('/withdrawals', { amount: '20.00', fee: '1.02', tradePassword: TRADE_PASSWORD }, moved.withdrawal),
      ...(saves ? [send('/savings/deposits', { amount: '10.00' }, moved.savings_movement)] : []),
    ]
    moves.push(...all.map((move) => move.catch((error: Error) => void failedMoves.push(error.message))))
  }
}

/** How long a watcher was without a price since it was asked last. */
function noteGap(what: string): number {
  const gap = Math.round(Math.max(...users.map(({ watcher }) => watcher.forget())))
  figures[`longest time without a price at ${what}, ms`] = gap
  return gap
}

/** Those that were on their way when it died do not count. */
async function untilPlacedAgain(what: string) {
  const before = placed()
  const tookMs = await timeUntil(`placing orders after ${what}`, () => placed() > before + USERS)
  figures[`placements after ${what}, ms`] = tookMs
  placedAgainMs.push(tookMs)
  return tookMs
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function killPrimaries() {
  const tookMs: number[] = []
  for (let round = 1; round <= FAILOVERS; round++) {
    await cluster('kill-primary')
    if (round <= 2) moveMoney(true)
    tookMs.push(await untilPlacedAgain(`fail-over ${round}`))
    figures[`all is whole after fail-over ${round}, ms`] = await timeUntil('a whole cluster', isWhole)
    noteGap(`fail-over ${round}`)
  }
  figures['fail-overs'] = FAILOVERS
  figures['placements after a fail-over, median, ms'] = median(tookMs)
  figures['placements after a fail-over, longest, ms'] = Math.max(...tookMs)
}

async function killEveryPart() {
  for (const command of KILLS) {
    const what = command.join(' ')
    await cluster(...command)
    await untilPlacedAgain(what)
    await timeUntil(`a whole cluster after ${what}`, isWhole)
    gapsMs.push(noteGap(what))
  }
}

async function cutLines() {
  await cluster('cut-db', '2')
  moveMoney(true)
  await pause(8_000)
  await cluster('heal-db', '2')
  await pause(3_000)
  gapsMs.push(noteGap('a node without its database'))

  await cluster('cut-bus')
  moveMoney(false)
  await pause(6_000)
  await cluster('heal-bus')
  await pause(3_000)
  gapsMs.push(noteGap('the loss of the bus'))
}

async function deployNextVersion() {
  const newer = await nextVersion()
  noteGap('the making of the new version')
  for (const n of ['1', '2', '3']) await cluster('restart', n, newer)
  rmSync(newer, { recursive: true })
  const [column] = await query(
    `select 1 from information_schema.columns where column_name = 'added_by_the_next_version'`,
  )
  expect(column).toBeDefined()
  moveMoney(false)
  await Promise.all(moves)
  gapsMs.push(noteGap('the new version on each node'))
}

/** Every acknowledged order is there once, and nothing else is. */
async function expectEverythingOnce() {
  const idsOf = async (table: string, account: string) =>
    (
      await query<{ id: string }>(
        `select own.id from ${table} own join app_user on app_user.id = own.user_id where app_user.account = $1 order by own.id`,
        [account],
      )
    ).map(({ id }) => id)
  for (const { account, placing, moved } of users) {
    expect(await idsOf('trade_order', account)).toEqual([...placing.acknowledged].sort())
    for (const [table, ids] of Object.entries(moved)) expect(await idsOf(table, account)).toEqual(ids.sort())
  }
  expect(await brokenInvariants(database)).toEqual([])
  figures['lost or doubled'] = 0
  expect(failedMoves).toEqual([])
  figures['moves of money acknowledged'] = moves.length
}

test('primaries die, every other part is killed, a node loses the database, all get a new version: nothing is lost', async () => {
  await timeUntil('the first orders', () => placed() > 100)
  await cluster('backup', 'full')
  await killPrimaries()
  await killEveryPart()
  await cluster('backup', 'incr')
  await cutLines()
  await deployNextVersion()

  for (const { watcher } of users) watcher.end()
  ended.abort()
  await Promise.all(placings().map((placing) => placing.ended))
  await timeUntil('settling everything', async () => {
    const [row] = await query<{ open: bigint }>('select count(*) as open from trade_order where status <= order_open()')
    return row?.open === 0n
  })
  figures['orders acknowledged'] = placed()
  await expectEverythingOnce()

  expect(await cluster('rehearse')).toMatch(/books +add up/)
  expect(Math.max(...placedAgainMs)).toBeLessThan(PLACED_AGAIN_WITHIN_MS)
  expect(Math.max(...gapsMs)).toBeLessThan(STREAM_BACK_WITHIN_MS)
  hasPassed = true
})
