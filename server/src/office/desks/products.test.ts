import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCALES } from '../../../../contract/locales'
import type { Product } from '../../../../contract/market'
import type { Message } from '../../../../contract/messages'
import type { ProductChange, ProductChangeTerms } from '../../../../contract/productChanges'
import { until } from '../../../../test/support/until'
import { createTestApp, type TestUser } from '../../../test/app'
import { asked } from '../../../test/asks'
import { server, withConsole } from '../../../test/consoleOfFile'
import { runOps } from '../../../test/ops'
import { problemOf, type TestStaff } from '../../../test/staff'
import { demoOrder, SYMBOL } from '../../../test/tradingFloor'
import { HOUR_MS, MINUTE_MS } from '../../shared/time'

/** Short, so that nobody is signed out in the meantime. */
const NOTICE_MS = MINUTE_MS
const MARGIN_MS = 5_000

const { ann, ben } = withConsole(
  { ann: ['market'], ben: ['administrator'] },
  { config: { productNoticeMs: NOTICE_MS, console: { port: 0, alone: new Map([['products.withdraw', null]]) } } },
)
let user: TestUser
beforeAll(async () => {
  user = await server.registerReady('trader')
  // The user registered before anything was announced, by the clock of the test.
  await server.database.query(`update app_user set created_at = '2026-01-01' where id = $1`, [user.id])
})

const after = (ms: number) => new Date(server.clock.now() + ms).toISOString()
const ask = (change: object, from = after(NOTICE_MS + MARGIN_MS), symbol = SYMBOL) =>
  ann.act('products.change', { symbol, from, change }, 'as agreed with risk')

/** One person proposes and another agrees; then the change is announced. */
async function announce(change: ProductChangeTerms, from?: string, symbol?: string) {
  const asked = (await ask(change, from, symbol)).json()
  expect(asked).toMatchObject({ state: 'waiting' })
  const agreed = await ben.agree(asked.proposal)
  expect([agreed.statusCode, agreed.body]).toEqual([200, expect.stringContaining('done')])
}

/** Lets the notice period pass and the nodes reload their products. */
async function pass(ms = NOTICE_MS + 2 * MARGIN_MS) {
  await server.clock.advance(ms)
  await server.deps.market.refreshProducts()
}

const product = async (locale = 'en-US') =>
  (await server.inject({ url: `/api/products/${SYMBOL}`, headers: { 'accept-language': locale } })).json<Product>()
const changes = async (query = '') =>
  (await server.inject({ url: `/api/product-changes${query}` })).json<{ items: ProductChange[] }>().items
const newest = async () => (await changes())[0] as ProductChange
const termsOfOrder = (id: string) =>
  server.database.query(
    `select stake, duration_seconds, earnings_rate_bp, payout, entry_timeout_ms, stale_after_ms from trade_order where id = $1`,
    [id],
  )

const DURATIONS = {
  part: 'durations' as const,
  terms: {
    durations: [
      { seconds: 30, earningsRateBp: 6000 },
      { seconds: 90, earningsRateBp: 9000 },
    ],
  },
}
const STAKES = {
  part: 'stakes' as const,
  terms: { stakeMin: '20.00', stakeMax: '900.00', stakePresets: ['20.00', '50.00'] },
}
const ALWAYS = { timeZone: 'UTC', alwaysOpen: true, hours: [] }
const named = (name: string) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, name])) as Record<(typeof LOCALES)[number], string>

test('new terms are announced in ten languages and hold later; an order of before keeps and is paid by its own', async () => {
  await server.tick('100')
  const order = server.body()
  expect((await server.place(user, order)).statusCode).toBe(201)
  await server.enter('101')
  const before = await termsOfOrder(order.id)
  await announce(DURATIONS)

  expect(await newest()).toMatchObject({
    symbol: SYMBOL,
    part: 'durations',
    revision: 1,
    state: 'announced',
    before: null,
  })
  const told: string[] = []
  server.deps.bus.subscribe('product', ({ symbol }) => void told.push(symbol))
  await server.deps.market.refreshProducts()
  expect((await product()).changes).toEqual([{ ...DURATIONS, from: (await newest()).from }])
  expect((await product()).durations).toContainEqual({ seconds: 30, earningsRateBp: 7500 })
  // Open pages reload.
  expect(told).toEqual([SYMBOL])
  const titles = await Promise.all(
    LOCALES.map(async (locale) => {
      const page = await server.call(user, 'GET', `/messages?locale=${locale}`)
      return page.json<{ items: Message[] }>().items.find(({ kind }) => kind === 'announcement')
    }),
  )
  expect(new Set(titles.map((told) => told?.title)).size).toBeGreaterThanOrEqual(9)
  expect(titles[LOCALES.indexOf('de-DE')]?.body).toMatch(
    /^Ab \d\d\.\d\d\.\d{4}, \d\d:\d\d UTC: 30\sSek\.\s60\s%, 90\sSek\.\s90\s%\./,
  )

  await pass()
  expect(await newest()).toMatchObject({
    state: 'in_force',
    before: { durations: expect.arrayContaining([{ seconds: 30, earningsRateBp: 7500 }]) },
  })
  expect(await product()).toMatchObject({ durations: DURATIONS.terms.durations, changes: [] })
  expect(await termsOfOrder(order.id)).toEqual(before)
  await expect(
    server.database.query('update trade_order set earnings_rate_bp = 6000, payout = 16000 where id = $1', [order.id]),
  ).rejects.toThrow('were accepted and do not change')
  await server.tick('102')
  await server.moveWatermark()
  await server.settle()
  expect(await termsOfOrder(order.id)).toEqual(before)

  await server.tick('103')
  expect((await server.place(user, server.body())).json().code).toBe('earnings_rate_changed')
  expect((await server.place(user, server.body({ earningsRateBp: 6000 }))).statusCode).toBe(201)
})

test('an order that is open when new terms begin to hold wins what it was promised', async () => {
  await announce(
    { part: 'durations', terms: { durations: [{ seconds: 30, earningsRateBp: 5000 }] } },
    after(NOTICE_MS + 10_000),
  )
  await server.clock.advance(NOTICE_MS)
  await server.tick('100')
  const order = server.body({ earningsRateBp: 6000 })
  expect((await server.place(user, order)).statusCode).toBe(201)
  await server.enter('101')
  await server.expire('102')
  await server.deps.market.refreshProducts()
  expect((await product()).durations).toEqual([{ seconds: 30, earningsRateBp: 5000 }])
  await server.settle()
  expect(await server.orderOf(user, order.id)).toMatchObject({ status: 'won', payout: '160.00', profitLoss: '60.00' })
})

test('stakes, hours, names and a maintenance that ends by itself hold from their time on', async () => {
  await announce(STAKES)
  await announce({ part: 'names', terms: { code: 'BTC/USD', names: named('Bit'), recommended: false } })
  await announce({ part: 'maintenance', terms: { until: after(3 * NOTICE_MS) } }, after(2 * NOTICE_MS))
  await pass()
  expect(await product()).toMatchObject({ ...STAKES.terms, code: 'BTC/USD', name: 'Bit', status: 'open' })
  await pass(NOTICE_MS)
  await server.tick('100')
  expect((await server.place(user, server.body({ earningsRateBp: 5000 }))).json().code).toBe('product_maintenance')
  await pass(NOTICE_MS)
  expect((await product()).status).toBe('open')
  await announce({
    part: 'calendar',
    terms: {
      calendar: { timeZone: 'Asia/Tokyo', alwaysOpen: false, hours: [{ day: 1, open: '09:00', close: '15:00' }] },
    },
  })
  await pass()
  expect((await product()).calendar.timeZone).toBe('Asia/Tokyo')
  await announce({ part: 'calendar', terms: { calendar: ALWAYS } })
  await pass()
  expect((await product()).status).toBe('open')
  expect((await changes(`?symbol=${SYMBOL}`)).map(({ revision }) => revision)).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test.each([
  ['too_soon', STAKES, () => after(NOTICE_MS - MARGIN_MS)],
  ['too_far', STAKES, () => after(366 * 24 * HOUR_MS)],
  ['nothing_changes', STAKES, undefined],
  ['stakes_wrong', { part: 'stakes', terms: { ...STAKES.terms, stakeMax: '1.00' } }, undefined],
  ['stakes_wrong', { part: 'stakes', terms: { ...STAKES.terms, stakePresets: ['1000.00'] } }, undefined],
  [
    'durations_wrong',
    { part: 'durations', terms: { durations: [30, 30].map((seconds) => ({ seconds, earningsRateBp: 5000 })) } },
    undefined,
  ],
  ['calendar_wrong', { part: 'calendar', terms: { calendar: { ...ALWAYS, timeZone: 'Moon/Sea' } } }, undefined],
  ['calendar_wrong', { part: 'calendar', terms: { calendar: { ...ALWAYS, alwaysOpen: false } } }, undefined],
  [
    'calendar_wrong',
    {
      part: 'calendar',
      terms: {
        calendar: {
          ...ALWAYS,
          alwaysOpen: false,
          hours: [
            { day: 1, open: '10:00', close: '12:00' },
            { day: 1, open: '11:00', close: '13:00' },
          ],
        },
      },
    },
    undefined,
  ],
  ['opening_wrong', { part: 'maintenance', terms: { until: '2020-01-01T00:00:00.000Z' } }, undefined],
] as const)('nothing is proposed that cannot be: %s', async (problem, change, from) => {
  expect(problemOf(await ask(change, from?.()))).toBe(problem)
})

test('what was asked for in time and agreed to too late is not announced', async () => {
  const { proposal } = (
    await ask({ part: 'stakes', terms: { ...STAKES.terms, stakeMin: '30.00', stakePresets: ['30.00'] } })
  ).json()
  await server.clock.advance(2 * MARGIN_MS)
  expect(problemOf(await ben.agree(proposal))).toBe('too_soon')
  await ann.post(`/proposals/${proposal}/withdraw`)
})

test('an announced change can be withdrawn, which everybody is told, and only before it holds', async () => {
  await announce({ part: 'stakes', terms: { ...STAKES.terms, stakeMax: '800.00' } })
  const { id } = await newest()
  await server.deps.market.refreshProducts()
  expect((await product()).changes).toMatchObject([{ part: 'stakes', terms: { stakeMax: '800.00' } }])
  const drop = () => ann.act('products.withdraw', { change: id }, 'a slip')
  expect((await drop()).json().state).toBe('done')
  expect(problemOf(await drop())).toBe('change_decided')
  await pass()
  expect(await product()).toMatchObject({ stakeMax: '900.00', changes: [] })
  expect(await newest()).toMatchObject({ state: 'withdrawn', before: null })
  const page = await server.call(user, 'GET', '/messages?locale=en-US')
  const told = page.json<{ items: Message[] }>().items.find(({ kind }) => kind === 'announcement')
  expect(told?.title).toBe('Bit: announced change canceled')
})

test('terms change with an announced version only, also by SQL; what was announced stays as it was', async () => {
  for (const sql of [
    `update product set stake_max = 1000000 where symbol = '${SYMBOL}'`,
    `update product set decimals = 2, revision = revision + 1 where symbol = '${SYMBOL}'`,
    `update product_duration set earnings_rate_bp = 1`,
    'delete from product_duration',
  ])
    await expect(server.database.query(sql)).rejects.toThrow('with its version')
  for (const sql of [
    `update product_change set made_by = 'x'`,
    'delete from product_change',
    'truncate product_change',
  ])
    await expect(server.database.query(sql)).rejects.toThrow('append-only')
})

test('the command line announces by the same rules, with a second operator', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'fairtick-terms-')), 'stakes.json')
  writeFileSync(file, JSON.stringify({ ...STAKES, terms: { ...STAKES.terms, stakeMax: '700.00' } }))
  const key = async (login: string, who: TestStaff) => {
    await server.clock.advance(MINUTE_MS)
    const made = await who.post('/keys', { name: login, days: 1, code: who.code() })
    return made.json<{ key: string }>().key
  }
  const [annKey, benKey] = [await key('ann', ann), await key('ben', ben)]
  const ops = (line: string, by: string) => runOps(server.deps, line, by)
  const from = after(5 * NOTICE_MS)
  const command = `act products.change --symbol ${SYMBOL} --change ${file} --from ${from} --reason agreed`
  await expect(ops(command.replace(from, after(MARGIN_MS)), annKey)).rejects.toThrow('further ahead')
  const { proposal } = JSON.parse(await ops(`${command} --json`, annKey))
  await expect(ops(`agree ${proposal}`, annKey)).rejects.toThrow('your own')
  await ops(`agree ${proposal}`, benKey)
  expect(await newest()).toMatchObject({ part: 'stakes', state: 'announced', terms: { stakeMax: '700.00' } })
  expect(await ops('products changes --limit 1', annKey)).toContain('announced')
})

test('a product that is added gets prices while the server runs, and takes orders', async () => {
  const market = await createTestApp({ market: true, config: { productNoticeMs: 0 } })
  const terms = {
    code: 'NEW/USDT',
    names: named('Newcoin'),
    category: 'crypto' as const,
    decimals: 2,
    recommended: false,
    calendar: ALWAYS,
    durations: [{ seconds: 30, earningsRateBp: 8000 }],
    stakeMin: '5.00',
    stakeMax: '100.00',
    stakePresets: ['5.00'],
  }
  await market.database.withTransaction((tx) =>
    market.deps.products.changes.plan(tx, {
      symbol: 'NEWUSDT',
      change: { part: 'added', terms },
      from: new Date(market.clock.now()),
      by: 'test',
    }),
  )
  const trader = await market.registerUser('newcomer')
  await until(
    'the new product is priced',
    async () => {
      await market.clock.advance(1_000)
      await market.deps.market.flush()
      return market.deps.market.quote('NEWUSDT') ? true : undefined
    },
    { everyMs: 20 },
  )
  const order = asked(demoOrder({ symbol: 'NEWUSDT', stake: '5.00', earningsRateBp: 8000 }))
  const placed = await market.call(trader, 'POST', '/orders', order)
  expect([placed.statusCode, placed.json()]).toMatchObject([201, { source: 'simulated' }])
  await market.close()
})
