import type { SignedHead } from '../../contract/proof'
import { leafOfHead } from '../../proof/steps'
import { present } from '../../server/src/shared/assert'
import { readLatestHead } from '../../server/src/signedLogs/heads'
import { SYMBOL } from '../../server/test/tradingFloor'
import { type House, openHouse } from './lyingHouse'

/** Attacks of a house that holds its key and its database, and what outsiders who look at every head say of it. */

let house: House
let look: () => Promise<string>
let sign: () => Promise<string>
beforeEach(async () => {
  house = await openHouse()
  const [monitor, witness] = [house.monitorOf('monitor'), house.witnessOf('witness.test')]
  look = async () => (await monitor.runOnce()).problem ?? 'holds'
  sign = async () => {
    const { status, text } = await witness()
    return `${status} ${text}`
  }
  for (let each = 0; each < 4; each++) await house.round()
  expect([await look(), await sign()]).toEqual(['holds', '200 signed'])
})
afterEach(() => house.close())

const newest = async () => present(await readLatestHead(house.database), 'the house has made a head')

/** Both refuse, and keep refusing after the house continued as if nothing had been. */
async function bothSay(sentence: string) {
  for (let again = 0; again < 2; again++) {
    // A node answers with a head from memory for half a second.
    await house.clock.advance(600)
    const [monitor, witness] = [await look(), await sign()]
    expect([monitor, witness]).toEqual([expect.stringContaining(sentence), `422 ${monitor}`])
    await house.round()
  }
}

/** A witness reads heads, and no entries. */
async function monitorSays(sentence: string) {
  for (let again = 0; again < 2; again++) {
    await house.clock.advance(600)
    expect([await look(), await sign()]).toEqual([expect.stringContaining(sentence), '200 signed'])
    await house.round()
  }
}

test('an extra head in which a product has fewer ticks', async () => {
  const { number, sizes } = await newest()
  await house.clock.advance(100)
  await house.forgeHead({ size: (sizes[SYMBOL] ?? 0) - 5 })
  await house.round()
  await bothSay(`the prices of ${SYMBOL} went from 12 to 7 entries with head ${number + 1}`)
})

test('a head that takes back up to when prices were complete', async () => {
  const { number, throughs } = await newest()
  await house.clock.advance(100)
  await house.forgeHead({ throughMs: (throughs[SYMBOL] ?? 0) - 1 })
  await bothSay(`the prices of ${SYMBOL} of head ${number + 1} are complete up to `)
})

test('a head that promises what is to come', async () => {
  const { number } = await newest()
  await house.clock.advance(100)
  await house.forgeHead({ throughMs: house.clock.now() + 1_001 })
  await bothSay(`head ${number + 1} of `)
})

test('a head whose tree has a product twice: a receipt that shows one of the two cannot tell', async () => {
  const { number } = await newest()
  await house.clock.advance(100)
  await house.forgeHead({ isTwice: true })
  await bothSay(`the log of heads does not go on from head ${number} to head ${number + 1}`)
  // Nor can the house show both.
  const { head } = (await (await fetch(`${house.url}/api/proof/heads/latest`)).json()) as SignedHead
  const products = head.products.flatMap((each) => (each.symbol === SYMBOL ? [each, each] : [each]))
  expect(() => leafOfHead({ ...head, products })).toThrow(`head ${head.number} is not in the form of a head`)
})

test('a head that is dated before the one before it', async () => {
  const { number, atMs } = await newest()
  await house.clock.advance(1_000)
  await house.forgeHead({ atMs: atMs - 500 })
  await bothSay(`head ${number + 1} is of `)
})

test('a head that is dated back into a minute without heads', async () => {
  const { number, atMs } = await newest()
  await house.clock.advance(55_000)
  expect(await look()).toBe('holds')
  await house.clock.advance(5_000)
  await house.forgeHead({ atMs: atMs + 1 })
  expect(await look()).toMatch(new RegExp(`^head ${number + 1} is dated .* and was not there at `))
  expect(await sign()).toBe(`422 head ${number + 1} is dated -60 s off the clock of this witness`)
})

test('a log without heads for two minutes is dead, and one that goes on is not', async () => {
  const { number } = await newest()
  const monitor = house.monitorOf('monitor')
  await house.clock.advance(25_000)
  expect(await monitor.runOnce()).toMatchObject({ problem: undefined, notes: [] })
  await house.clock.advance(10_000)
  const note = expect.stringMatching(`^the newest head, ${number}, is 3[5-9] s old$`)
  expect(await monitor.runOnce()).toMatchObject({ problem: undefined, notes: [note] })
  await house.clock.advance(90_000)
  for (let again = 0; again < 2; again++) expect(await look()).toMatch(`there is no head since head ${number} of `)
  await house.round()
  expect(await monitor.runOnce()).toMatchObject({ problem: undefined, notes: [] })
})

test.each([12_000, -25_000, 300_000, -300_000])(
  'a monitor whose clock is %d ms off accuses nobody, and nothing of it stays',
  async (offMs) => {
    const wrong = house.monitorOf('monitor', { now: () => house.clock.now() + offMs })
    const fresh = house.monitorOf('fresh', { now: () => house.clock.now() + offMs })
    await house.round()
    for (const monitor of [wrong, fresh]) await expect(monitor.runOnce()).rejects.toThrow('set the clock that is wrong')
    await house.round()
    expect([await look(), (await house.monitorOf('fresh').runOnce()).problem]).toEqual(['holds', undefined])
  },
)

test('ticks that are appended later and dated back behind what was said to be complete', async () => {
  await house.clock.advance(2_000)
  await house.moveWatermark()
  const { number } = await house.deps.heads.seal()
  await house.forgeTick('68438.4', house.clock.now() - 500)
  await house.clock.advance(100)
  await house.round()
  await monitorSays(`was added by head ${number + 1}, when prices were said to be complete up to `)
})

test('ticks that are appended later and dated before the last one', async () => {
  await house.forgeTick('68438.4', house.clock.now() - 150)
  await house.round()
  await monitorSays(`tick 13 of ${SYMBOL} is of `)
})

test('an old trade that is sold as a new one', async () => {
  await house.price('68438.4', { sourceAtMs: house.clock.now() - 38_000 })
  await house.round()
  await monitorSays(`tick 13 of ${SYMBOL} is of `)
})

test('a source that lags by more than the house allows', async () => {
  const limits = ['test', '-', 5_000, 100, 2_500, 10_000, 5_000, 5_000]
  await house.database.query("select append_feed_events(array[$1::bigint], array['settings'], array[$2], array[$3])", [
    house.clock.now(),
    SYMBOL,
    limits.join('|'),
  ])
  const monitor = house.monitorOf('monitor')
  const lagging = async (byMs: number) => {
    await house.price('101', { source: 'test', instrument: `LAG${byMs}`, sourceAtMs: house.clock.now() + 100 - byMs })
    await house.deps.heads.seal()
    await house.clock.advance(600)
    return (await monitor.runOnce()).problem
  }
  expect([await lagging(5_000), await lagging(4_000)]).toEqual([undefined, undefined])
  expect(await lagging(5_001)).toMatch(`more than the 5000 ms that the house allows`)
})

test('a trade with the number of an earlier one', async () => {
  const named = { source: 'binance', instrument: 'BTCUSDT' }
  for (const trade of [1_000, 1_003, 1_001]) await house.price('68438.4', { ...named, trade })
  await house.round()
  await monitorSays(`tick 15 of ${SYMBOL} is trade 1001 of its source, which had given trade 1003 before`)
})

test('a trade whose number comes twice', async () => {
  const [named, at] = [{ source: 'binance', instrument: 'BTCUSDT' }, house.clock.now()]
  await house.price('68438.4', { ...named, trade: 1_000, sourceAtMs: at })
  await house.price('68438.4', { ...named, trade: 1_000, size: '0', sourceAtMs: at + 6_000 })
  await house.round()
  await monitorSays(`tick 14 of ${SYMBOL} is trade 1000 of its source, which had given trade 1000 before`)
})

test('a price that is a millisecond older at its source than the one before it', async () => {
  const [named, at] = [{ source: 'binance', instrument: 'BTCUSDT' }, house.clock.now()]
  await house.price('68438.4', { ...named, trade: 1_000, sourceAtMs: at })
  await house.price('68438.5', { ...named, trade: 1_001, sourceAtMs: at - 1 })
  await house.round()
  await monitorSays(`tick 14 of ${SYMBOL} is of `)
})

test('what exchanges do is no lie: a last price before its trade and repeated after it, and a new numbering', async () => {
  const [named, at] = [{ source: 'binance', instrument: 'BTCUSDT' }, house.clock.now()]
  // As Binance sends them: the ticker a few ms before the trade that it tells of, and of a later time.
  const logged = [
    await house.tell('68438.4', { ...named, trade: 1_000, size: '0', sourceAtMs: at + 5 }),
    await house.tell('68438.4', { ...named, trade: 1_000, sourceAtMs: at }),
    await house.tell('68438.4', { ...named, trade: 1_000, size: '0', sourceAtMs: at + 1_100 }),
  ]
  await house.clock.advance(6_000)
  logged.push(await house.tell('68438.4', { ...named, trade: 3 }))
  // The older price is left out, and a number that does not rise is not written.
  expect(logged).toEqual([13, undefined, 14, 15])
  await house.round()
  await house.clock.advance(600)
  expect([await look(), await sign()]).toEqual(['holds', '200 signed'])
})

test('a tick that is changed after a head has it', async () => {
  await house.tamper((tx) => tx.query(`update tick set price = 1 where sequence = 7`))
  await house.round()
  await monitorSays(`the prices of ${SYMBOL}: the first 12 entries are no longer those that a head has`)
})

test('a tick that is changed before anyone has read it, and after a head has it', async () => {
  await house.round()
  await house.tamper((tx) => tx.query(`update tick set price = 1 where sequence = 14`))
  await bothSay(`the prices of ${SYMBOL} of head 5 do not go on from the 12 entries of the head before it`)
})

test('an order that is settled a second time', async () => {
  const user = await house.registerUser()
  await house.order(user)
  await house.round()
  expect(await look()).toBe('holds')
  await house.clock.advance(600)
  await house.forgeSettlement()
  await house.clock.advance(600)
  // To a witness the logs continue; whose results they are it does not read.
  expect([await look(), await sign()]).toEqual([
    'settlement 2 is a second result of the order that settlement 1 ended',
    '200 signed',
  ])
})

test('a map of results that is not that of the settlements', async () => {
  const user = await house.registerUser()
  await house.order(user)
  await house.round()
  await house.clock.advance(600)
  const { number } = await newest()
  await house.forgeHead({ logs: { results: { size: 1, root: '00'.repeat(32) } } })
  await monitorSays(`head ${number + 1} has another map of results than its 1 settlements make`)
})

test('a history that was cut off, and one that was replaced', async () => {
  const { number } = await newest()
  await house.tamper((tx) => tx.query('delete from tree_head where number > $1', [number - 2]))
  const node = await house.startNode()
  const said = async () => (await house.monitorOf('monitor', node).runOnce()).problem
  const cutOff = await said()
  for (let each = 0; each < 5; each++) await house.round(node.deps)
  const replaced = await said()
  await node.stop()
  expect(cutOff).toBe(`the log of heads is another one than the ${number} heads that were looked at`)
  expect(replaced).toBe(`head ${number} is not what it was`)
})
