import { randomBytes } from 'node:crypto'
import type { Me } from '../../../contract/accounts'
import type { MonthlyStatement } from '../../../contract/statement'
import { checkReceipt } from '../../../proof/receipt'
import type { TestUser } from '../../test/app'
import type { UnsignedOrder } from '../../test/asks'
import { asOwner } from '../../test/asOwner'
import { createTradingFloor, type TradingFloor } from '../../test/tradingFloor'
import { auditAll } from '../auditor/auditor'
import { checkRecords } from '../auditor/checkRecords'
import { SWEEPS_OF_DATABASE } from '../auditor/resultsSweep'
import { loadConfig } from '../config'
import { keepPartitions } from '../database/partitions'
import { DAY_MS, HOUR_MS } from '../shared/time'
import { archiveBefore } from './recordArchiver'

const ZONES = ['Etc/UTC', 'Etc/GMT+12', 'Pacific/Kiritimati', 'Asia/Tokyo', 'America/New_York']
const AGES = [170, 140, 110, 80, 50, 20, 1]

test('what the running month and the one before need stays in any time zone, and no more than that', () => {
  for (let nowMs = Date.UTC(2026, 0, 1); nowMs < Date.UTC(2028, 2, 1); nowMs += 5 * HOUR_MS) {
    const before = archiveBefore(nowMs, 30)
    const lastMonths = Array.from({ length: 27 }, (_, nth) => {
      const hours = nth - 12
      const local = new Date(nowMs + hours * HOUR_MS)
      return Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - 1) - hours * HOUR_MS
    })
    expect(before).toBeLessThanOrEqual(Math.min(...lastMonths) - 2 * DAY_MS)
    expect(before).toBeGreaterThan(nowMs - 67 * DAY_MS)
  }
  expect(archiveBefore(Date.UTC(2026, 10, 22), 365)).toBe(Date.UTC(2025, 10, 22))
})

test('the setting is 30 days or more', () => {
  expect(loadConfig({ RECORDS_KEPT_DAYS: '30' }).recordsKeptDays).toBe(30)
  expect(() => loadConfig({ RECORDS_KEPT_DAYS: '29' })).toThrow('must be 30 or more')
})

describe('with 30 days', () => {
  let floor: TradingFloor
  let user: TestUser
  let orders: UnsignedOrder[]

  /** The ledger is dated by the database's clock, which does not move here: dates what has no date yet. */
  async function date() {
    await asOwner(floor.database, (tx) =>
      tx.query(
        `update ledger_transfer set created_at = to_timestamp($1::bigint / 1000.0)
          where created_at > now() - interval '1 hour'`,
        [floor.clock.now()],
      ),
    )
  }

  async function logIn() {
    user = await floor.logInAgain(user)
  }

  /** A won order and a lost one at each age, in days before now. */
  beforeEach(async () => {
    orders = []
    const now = Date.now()
    const at = (age: number) => now - age * DAY_MS
    floor = await createTradingFloor({ config: { recordsKeptDays: 30, sealingKeys: [randomBytes(32)] } })
    const { clock } = floor
    // Its own months, as a server that ran all this time would have made them.
    await floor.database.query(`select drop_partitions('trade_order', $1, true)`, [Number.MAX_SAFE_INTEGER])
    for (const [index, age] of AGES.entries()) {
      await clock.advance(at(age) - clock.now())
      await keepPartitions(floor.deps.database, clock.now())
      if (index === 0) user = await floor.registerUser()
      await logIn()
      for (const direction of ['up', 'down'] as const) {
        await clock.advance(1_000)
        const body = floor.body({ direction, stake: `${100 + index}.00` })
        await floor.win(user, body)
        orders.push(body)
      }
      await date()
      // As many transfers as one partition holds.
      if (index === 1) await floor.database.query(`select setval('ledger_transfer_id_seq', 16777216)`)
    }
    await clock.advance(now - clock.now())
    await logIn()
  })
  afterEach(() => floor.close())

  const get = (path: string) => floor.inject({ url: `/api${path}`, headers: user.headers })
  const run = () => floor.deps.recordArchiver.runOnce()
  const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7)
  const back = (months: number) => {
    const now = new Date()
    return monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15))
  }
  const statement = async (month: string, zone: string) =>
    get(`/statement?month=${month}&timeZone=${encodeURIComponent(zone)}`)
  const lost = () =>
    floor.database.query(
      `select zone, account_limit_used($1, limit_loss_month(), account_limit_start(limit_loss_month(), zone, $2)) as used
         from unnest($3::text[]) zone`,
      [user.id, new Date(floor.clock.now()), ZONES],
    )
  const sums = () => floor.deps.orders.profitLossOf(user.id, floor.clock.now() - DAY_MS)

  /** One after the other, as a user opens them: several files of the archive at once are refused. */
  async function opened(): Promise<unknown[]> {
    const found: unknown[] = []
    for (const { id } of orders) found.push((await get(`/orders/${id}`)).json())
    return found
  }

  /** Sums that may never change when rows are moved. */
  const facts = async () => ({
    lost: await lost(),
    sums: await sums(),
    balance: await floor.deps.ledger.balanceOf(user.id),
    orders: await opened(),
    statements: await Promise.all(
      ZONES.flatMap((zone) => [0, 1].map(async (months) => (await statement(back(months), zone)).json<unknown>())),
    ),
  })

  test('old orders open with receipts that hold, limits and statements count what they did, the books balance', async () => {
    const before = await facts()
    expect((await get('/me')).json<Me>()).toMatchObject({ recordsArchived: false, recordsFrom: null })
    const moved = await run()
    expect(moved).toContain('ledger_posting_first')
    expect(moved.filter((name) => name.startsWith('trade_order')).length).toBeGreaterThanOrEqual(2)
    const left = await floor.database.first<{ orders: bigint }>('select count(*) as orders from trade_order')
    expect(Number(left?.orders)).toBeLessThanOrEqual(8)

    expect(await facts()).toEqual(before)
    for (const { id } of orders) expect(checkReceipt((await get(`/orders/${id}/receipt`)).json()).problems).toEqual([])
    expect(await auditAll(floor.database, SWEEPS_OF_DATABASE)).toEqual([])
    expect((await checkRecords(floor.database, floor.deps.recordStore)).problems).toEqual([])
    for (let batch = 0; batch < 8; batch++) expect(await floor.deps.auditor.runBatch()).toEqual([])
    expect(floor.deps.auditor.state()).toBe('ok')

    // An order is placed once, however old it is.
    const [oldest] = orders
    await floor.tick('100')
    const again = await floor.place(user, oldest as UnsignedOrder)
    expect([again.statusCode, again.json()]).toEqual([200, expect.objectContaining({ id: oldest?.id })])
    expect(await sums()).toEqual(before.sums)
  })

  test('a month of which records were moved has no statement instead of a wrong one', async () => {
    // Not `back(4)`: in June no order may be of February.
    const whole = (await statement(monthOf(floor.clock.now() - 110 * DAY_MS), 'Etc/UTC')).json<MonthlyStatement>()
    expect(whole.orders.total.count).toBeGreaterThan(0)
    await run()
    const { recordsFrom } = (await get('/me')).json<Me>()
    for (const months of [0, 1, 2, 3, 4]) {
      const complete = `${back(months)}-01T00:00:00.000Z` >= (recordsFrom ?? '')
      const answer = await statement(back(months), 'Etc/UTC')
      expect([months, answer.statusCode]).toEqual([months, complete ? 200 : 400])
    }
    expect(Date.parse(recordsFrom ?? '')).toBeGreaterThan(floor.clock.now() - 120 * DAY_MS)
    const newcomer = await floor.registerUser()
    const url = `/api/statement?month=${back(4)}&timeZone=Etc/UTC`
    expect((await floor.inject({ url, headers: newcomer.headers })).statusCode).toBe(200)
  })

  test('an archiver that is killed between the copy and the deletion loses nothing and counts nothing twice', async () => {
    const before = await facts()
    const { objects } = floor.deps.recordStore
    const real = objects.get
    let killed = 0
    // The file is written: its reading back is the last thing before the rows go.
    objects.get = async (key, maxBytes) => {
      const file = await real(key, maxBytes)
      if (killed < 3 && key.startsWith('records/')) {
        const ended = await floor.database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'fairtick archive'`,
        )
        killed += ended.length
      }
      return file
    }
    for (let time = 1; time <= 3; time++) {
      await expect(run()).rejects.toThrow()
      expect(killed).toBe(time)
      expect(await floor.database.query('select 1 from record_archive')).toEqual([])
    }
    objects.get = real
    expect(await facts()).toEqual(before)
    expect((await run()).length).toBeGreaterThan(2)
    expect(await run()).toEqual([])
    expect(await facts()).toEqual(before)
    expect((await checkRecords(floor.database, floor.deps.recordStore)).problems).toEqual([])
    expect(await auditAll(floor.database, SWEEPS_OF_DATABASE)).toEqual([])
  })
})
