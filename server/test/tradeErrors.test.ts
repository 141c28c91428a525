import type { ErrorCode, ErrorDetails } from '../../contract/errors'
import { auditAll } from '../src/auditor/auditor'
import { asked } from './asks'
import { newId } from './ids'
import { server, user, withServer } from './serverOfFile'

withServer({ user: true, market: true })
beforeAll(async () => {
  await settleDown()
})

/** Ticks of two seconds, written and known. */
async function settleDown() {
  await server.clock.advance(2_000)
  await server.deps.market.flush()
}

const order = { symbol: 'BTCUSDT', direction: 'up' as const, stake: '10.00', durationSeconds: 60, earningsRateBp: 8200 }

const place = (fields: object = {}) => server.call(user, 'POST', '/orders', asked({ ...order, id: newId(), ...fields }))

/** Without the signature, which `asks.test.ts` looks at. */
const refusal = (response: { json(): unknown }) => {
  const { code, details = {} } = response.json() as { code?: ErrorCode; details?: ErrorDetails }
  const { refusal: _, ...facts } = details
  return Object.keys(facts).length > 0 ? { code, details: facts } : { code }
}

async function change(sql: string) {
  await server.database.query(sql)
  await server.deps.market.refreshProducts()
}

test.each<[{ code: ErrorCode; details?: object }, object]>([
  [{ code: 'product_unknown' }, { symbol: 'NOSUCH' }],
  [{ code: 'stake_invalid' }, { stake: '1.001' }],
  [{ code: 'stake_invalid' }, { stake: '-1.00' }],
  [{ code: 'stake_too_low', details: { limit: '1.00' } }, { stake: '0.99' }],
  [{ code: 'stake_too_high', details: { limit: '999999.00' } }, { stake: '999999.01' }],
  [{ code: 'duration_unavailable' }, { durationSeconds: 61 }],
  [{ code: 'earnings_rate_changed', details: { earningsRateBp: 8200 } }, { earningsRateBp: 8100 }],
  [{ code: 'balance_insufficient', details: { available: '10000.00' } }, { stake: '10000.01' }],
])('%j for %j', async (expected, fields) => {
  expect(refusal(await place(fields))).toEqual(expected)
})

test('an order that would end after the market has closed is refused, one that ends before is taken', async () => {
  const now = new Date(server.clock.now())
  const clock = (afterMinutes: number) => new Date(now.getTime() + afterMinutes * 60_000).toISOString().slice(11, 16)
  const day = ((now.getUTCDay() + 6) % 7) + 1
  const hours = { timeZone: 'UTC', alwaysOpen: false, hours: [{ day, open: '00:00', close: clock(1) }] }
  await change(
    `update product set revision = revision + 1, calendar = '${JSON.stringify(hours)}' where symbol = 'BTCUSDT'`,
  )
  const closesAt = `${now.toISOString().slice(0, 11)}${clock(1)}:00.000Z`
  // 30 seconds and the time to the first price end within the first minute, a minute does not.
  expect((await place({ durationSeconds: 30, earningsRateBp: 7500 })).statusCode).toBe(201)
  expect(refusal(await place({ durationSeconds: 60, earningsRateBp: 8200 }))).toMatchObject({
    code: 'closes_too_soon',
    details: { closesAt },
  })
  await change(
    `update product set revision = revision + 1, calendar = '{"timeZone":"UTC","alwaysOpen":true,"hours":[]}' where symbol = 'BTCUSDT'`,
  )
})

test('maintenance, a closed market and a stale price take no order', async () => {
  await change(`update product set maintenance = true where symbol = 'BTCUSDT'`)
  expect(refusal(await place())).toEqual({ code: 'product_maintenance' })
  await change(`update product set maintenance = false where symbol = 'BTCUSDT'`)
  const hours = '{"timeZone":"UTC","alwaysOpen":false,"hours":[{"day":7,"open":"08:00","close":"09:00"}]}'
  await change(`update product set revision = revision + 1, calendar = '${hours}' where symbol = 'BTCUSDT'`)
  // The test clock starts on Monday, 5 January 2026.
  expect(refusal(await place())).toEqual({ code: 'product_closed', details: { opensAt: '2026-01-11T08:00:00.000Z' } })
  await change(
    `update product set revision = revision + 1, calendar = '{"timeZone":"UTC","alwaysOpen":true,"hours":[]}' where symbol = 'BTCUSDT'`,
  )
  await change(`update product set stale_after_ms = 1 where symbol = 'BTCUSDT'`)
  await server.deps.market.stop()
  await server.clock.advance(10_000)
  const stale = await place()
  expect([stale.statusCode, refusal(stale)]).toEqual([409, { code: 'feed_stale' }])
  expect(await auditAll(server.database)).toEqual([])
})
