import { createDeps, type Deps } from '../../server/src/deps'
import { appendTicks } from '../../server/src/market/tickLog'
import { SYMBOL } from '../../server/test/tradingFloor'
import { type AppDevice, createAppDevice } from './appDevice'
import { type House, openHouse } from './lyingHouse'

/** A house that writes heads later or earlier than it says, and what a device that was online finds. */

let house: House
let device: AppDevice
beforeEach(async () => {
  house = await openHouse()
  const user = await house.registerUser()
  device = createAppDevice({
    serverNow: () => house.clock.now(),
    async request(path, body) {
      const answer = await fetch(`${house.url}/api${path}`, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { ...user.headers, ...(body && { 'content-type': 'application/json' }) },
      })
      return { status: answer.status, text: await answer.text() }
    },
  })
})
afterEach(() => house.close())

const ORDER = { symbol: SYMBOL, direction: 'up' as const, stake: '1.00', durationSeconds: 30, earningsRateBp: 7500 }

/** A process of the house that writes as if it were so much earlier than it is. */
async function writerOf(behindMs: number): Promise<Deps> {
  const { config, log, database, clock } = house.deps
  const deps = createDeps({ config, log, database, clock: { ...clock, now: () => clock.now() - behindMs } })
  await deps.market.refreshProducts()
  return deps
}

/** A price by a writer, what it settles, and a head. */
async function write(deps: Deps, price: string) {
  const atMs = deps.clock.now()
  const tick = { productId: house.product.id, atMs, price, size: '1', sourceAtMs: atMs - 20 }
  const sequence = (await appendTicks(deps.database, [house.product.id], atMs, 'test', [tick])).get(0)
  if (sequence == null) throw new Error('the tick was not taken')
  const sent = { productId: house.product.id, symbol: SYMBOL, sequence, atMs, price, size: '1' }
  house.deps.bus.publish({ type: 'ticks', ticks: [sent] })
  await deps.settlement.runOnce()
  await deps.heads.seal()
}

/** Seconds go by, in each of which the device looks at what is due and the house does its part. */
async function pass(seconds: number, id: string, part: () => Promise<unknown> = async () => undefined) {
  for (let each = 0; each < seconds; each++) {
    await house.clock.advance(1_000)
    await part()
    await device.follow(id)
  }
}

async function placed(): Promise<string> {
  for (let each = 0; each < 4; each++) {
    await house.clock.advance(500)
    await write(house.deps, '100')
  }
  const { id, refused, problems } = await device.place(ORDER)
  expect([refused, problems]).toEqual([undefined, []])
  return id
}
const honest = () => write(house.deps, '101')

async function found(id: string) {
  const { check, tied, history, receipt } = await device.check(id)
  return { kinds: check.problems.map(({ kind }) => kind), tied, history, status: receipt.order.status }
}

test.each([0, 300_000, -300_000])(
  'an honest house is not accused and its result is tied, though the clock of the device jumps by %d ms',
  async (jumpMs) => {
    const id = await placed()
    await pass(10, id, honest)
    device.setClock(jumpMs)
    await pass(35, id, honest)
    expect(await found(id)).toEqual({ kinds: [], tied: 'device', history: undefined, status: 'tie' })
  },
)

test('nor is one that stands still for half a minute', async () => {
  const id = await placed()
  await pass(30, id, honest)
  await pass(30, id)
  await pass(10, id, honest)
  expect(await found(id)).toMatchObject({ kinds: [], history: undefined })
})

test.each([10_000, 50_000])('prices of the end that are written %d ms later, and dated back', async (behindMs) => {
  const id = await placed()
  // The second of the entry is 3 to 4 s after the press: the order ends 33 to 34 s after it.
  await pass(30, id, honest)
  await pass(behindMs / 1_000, id)
  const writer = await writerOf(behindMs)
  await pass(10, id, () => write(writer, '99'))
  const said = await found(id)
  expect(said).toMatchObject({ status: 'lost', tied: undefined })
  expect(said.kinds).toContain('heads_late')
})

test('an order that is closed 20 s before its end, with prices of the future', async () => {
  const id = await placed()
  await pass(14, id, honest)
  const writer = await writerOf(-20_000)
  await write(writer, '99')
  await pass(5, id, () => write(writer, '99'))
  expect((await found(id)).kinds).toContain('heads_early')
})
