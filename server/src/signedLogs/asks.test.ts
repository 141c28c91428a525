import { verify } from 'node:crypto'
import { v7 } from 'uuid'
import type { ErrorDetails, OrderRefusal } from '../../../contract/errors'
import type { AcceptedOrder } from '../../../contract/proof'
import type { TestUser } from '../../test/app'
import { asked } from '../../test/asks'
import { floor, withFloor } from '../../test/floorOfFile'
import { present } from '../shared/assert'
import { isSoundKey } from './asks'
import { publicKeyOf } from './signer'

withFloor()
let user: TestUser
beforeAll(async () => {
  user = await floor.registerUser('asking')
  await floor.tick('100')
})

const send = async (payload: object) => {
  const answer = await floor.call(user, 'POST', '/orders', payload)
  return { ...answer.json<{ code?: string; details?: object } & AcceptedOrder>(), answered: answer.statusCode }
}
/** An order that was asked for so long ago. */
const bodyOf = (agoMs: number) => floor.body({ stake: '1.00', id: v7({ msecs: floor.clock.now() - agoMs }) })
const placed = async () => {
  const row = await floor.database.first<{ orders: bigint }>('select count(*) as orders from trade_order')
  return row?.orders
}

test('what the device has signed stands among the terms', async () => {
  const head = await floor.deps.heads.seal()
  const order = asked(floor.body(), { seen: { head: head.number, root: head.logRoot.toString('hex') } })
  const answer = await send(order)
  expect(answer.answered).toBe(201)
  expect(answer.acceptance.terms).toMatchObject({
    seenHead: head.number,
    seenRoot: head.logRoot.toString('hex'),
    deviceKey: order.ask.deviceKey,
    deviceSignature: order.ask.signature,
  })
})

test('an order that its device has not signed, or with a key for which anybody can sign, is refused', async () => {
  const before = await placed()
  const order = asked(floor.body())
  const wrong = [
    { ...order, stake: '2.00' },
    { ...order, ask: { ...order.ask, seenHead: 1 } },
    { ...order, ask: { ...order.ask, signature: '0'.repeat(128) } },
    // The identity: this "signature" holds for every text.
    { ...order, ask: { ...order.ask, deviceKey: `01${'0'.repeat(62)}`, signature: `01${'0'.repeat(126)}` } },
  ]
  for (const body of wrong) expect(await send(body)).toMatchObject({ answered: 400, code: 'ask_invalid' })
  expect(await placed()).toBe(before)
})

test('keys of small order, and a second spelling of a key, are no keys', () => {
  const small = ['00', '01', 'ec'].map((first) => first + (first === 'ec' ? `${'ff'.repeat(30)}7f` : '00'.repeat(31)))
  const withSign = (key: string) => key.slice(0, -2) + (Number.parseInt(key.slice(-2), 16) | 0x80).toString(16)
  const more = ['c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', `ed${'ff'.repeat(30)}7f`]
  for (const key of [...small, ...more, `ff${'ff'.repeat(30)}7f`]) {
    expect([key, isSoundKey(key), isSoundKey(withSign(key))]).toEqual([key, false, false])
  }
  expect(isSoundKey(asked(floor.body()).ask.deviceKey)).toBe(true)
})

test('a device that has seen another log is told so, and nothing is placed', async () => {
  const head = await floor.deps.heads.seal()
  const before = await placed()
  const other = [
    { head: head.number, root: 'ab'.repeat(32) },
    { head: head.number + 1_000, root: head.logRoot.toString('hex') },
    { head: 0, root: head.logRoot.toString('hex') },
  ]
  for (const seen of other) {
    expect(await send(asked(floor.body(), { seen }))).toMatchObject({
      answered: 409,
      code: 'ask_other_log',
      details: { newestHead: head.number },
    })
  }
  expect(await placed()).toBe(before)
})

test.each([
  [-2_000, 201],
  [-2_001, 409],
  [3_000, 201],
  [4_001, 409],
])('what was asked for %i ms ago is answered with %i', async (agoMs, status) => {
  // The log says that this moment has passed: an order arrives no earlier.
  await floor.moveWatermark()
  const answer = await send(asked(bodyOf(agoMs)))
  expect(answer.answered).toBe(status)
  if (status === 409)
    expect(answer).toMatchObject({
      code: 'ask_time_off',
      details: { serverTime: new Date(floor.clock.now()).toISOString() },
    })
})

test('what was placed already is answered with the same acceptance at any time', async () => {
  const order = asked(floor.body({ stake: '1.00' }))
  const first = await send(order)
  await floor.clock.advance(60_000)
  await floor.tick('100')
  const again = await send(order)
  expect([first.answered, again.answered]).toEqual([201, 200])
  expect(again.acceptance).toEqual(first.acceptance)
})

test('the database refuses that anything of an ask is changed', async () => {
  for (const change of ['seen_head = 9', `seen_root = '\\x00'`, `device_key = '\\x00'`, `device_signature = '\\x00'`])
    await expect(floor.database.query(`update trade_order set ${change}`)).rejects.toThrow('do not change')
})

describe('a refusal', () => {
  const signedOf = (answer: Awaited<ReturnType<typeof send>>) => (answer.details as ErrorDetails | undefined)?.refusal
  const isSigned = (id: string, refusal: OrderRefusal) => {
    const { askHash, code, at, signature, publicKey } = refusal
    const text = ['refuse', 1, floor.deps.config.proofOrigin, id, askHash, code, at].join('|')
    return verify(null, Buffer.from(text), publicKeyOf(publicKey), Buffer.from(signature, 'hex'))
  }

  test('is signed, each time for the same ask, and says when', async () => {
    const order = asked(floor.body({ earningsRateBp: 1 }))
    const first = present(signedOf(await send(order)), 'a signed refusal')
    expect(first).toMatchObject({ code: 'earnings_rate_changed', at: floor.clock.now() })
    expect(isSigned(order.id, first)).toBe(true)
    expect(isSigned(floor.body().id, first)).toBe(false)
    await floor.clock.advance(20_000)
    await floor.tick('100')
    const last = present(signedOf(await send({ ...order, earningsRateBp: order.earningsRateBp })), 'a final one')
    expect([last.askHash, last.at]).toEqual([first.askHash, floor.clock.now()])
    const poor = await send(asked(floor.body({ stake: '10000.00' })))
    expect([poor.code, signedOf(poor)?.code]).toEqual([poor.code, poor.code])
  })

  test('is never given for an order that is there, whoever sends it', async () => {
    const order = asked(floor.body())
    expect((await send(order)).answered).toBe(201)
    const other = await floor.registerUser('another')
    await floor.clock.advance(20_000)
    await floor.database.query("update product set maintenance = true where symbol = 'BTCUSDT'")
    await floor.deps.market.refreshProducts()
    try {
      expect((await send(order)).answered).toBe(200)
      const answer = (await floor.call(other, 'POST', '/orders', order)).json<{ code: string; details?: object }>()
      expect([answer.code, answer.details]).toEqual(['order_id_conflict', undefined])
    } finally {
      await floor.database.query("update product set maintenance = false where symbol = 'BTCUSDT'")
      await floor.deps.market.refreshProducts()
    }
  })

  test('of what no device has signed is only the service’s word', async () => {
    const order = asked(floor.body({ earningsRateBp: 1 }))
    expect(signedOf(await send({ ...order, ask: { ...order.ask, signature: '0'.repeat(128) } }))).toBeUndefined()
  })
})
