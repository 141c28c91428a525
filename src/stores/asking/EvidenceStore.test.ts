import type { Order } from '../../../contract/orders'
import { SEEN_MAX } from '../../../proof/evidence'
import { sha256Text } from '../../../proof/hashing'
import type { SeenCheckpoint } from '../../../proof/time'
import { askingWorld } from '../../../test/client/asking'
import { NOON, orderOf, wonOrderOf } from '../../../test/client/factories'
import { acceptedOf, askedOf, checkpointAt, ORIGIN, restoredTo } from '../../../test/client/house'
import { policyOf, receiptOf, witnessOf } from '../../../test/client/receipts'
import { until } from '../../../test/support/until'
import { createRequestId } from '../../domain/requestId'
import { deviceAcceptances } from '../persistence/acceptances'

const ID = createRequestId(NOON, (length) => new Uint8Array(length))
const ASKED = askedOf({ ...orderOf(), id: ID })

/** A device that has placed one order and heard of its acceptance 100 ms later. */
async function placed() {
  const asking = askingWorld({ now: NOON + 100 })
  const { evidence, world } = asking
  const order = acceptedOf(ASKED)
  await evidence.accepted(ID, order.acceptance, ASKED)
  evidence.note(order)
  /** Lets seconds pass, each with its look at what is due; later heads have more leaves. */
  const passTo = async (ms: number) => {
    while (world.clock.now < NOON + ms) {
      world.clock.now = Math.min(world.clock.now + 1_000, NOON + ms)
      const size = 3 + Math.floor((world.clock.now - NOON) / 10_000)
      if (world.checkpoint && !world.checkpoint.includes(`\n${size}\n`)) world.checkpoint = checkpointAt(size)
      await evidence.fetchDue()
    }
  }
  const kept = () => deviceAcceptances.read(ID)?.checkpoints
  const step = (order: Order) => evidence.note({ ...order, id: ID })
  return { ...asking, passTo, kept, step }
}

test.each([
  [13_000, undefined],
  [15_000, 15],
])('an answer %i ms after the press is said to be late: %s', async (afterMs, seconds) => {
  const { evidence, world } = askingWorld({ now: NOON })
  world.clock.now = NOON + afterMs
  await evidence.accepted(ID, acceptedOf(ASKED).acceptance, ASKED)
  const late = seconds === undefined ? [] : [{ kind: 'late', kept: { orderId: ID, lateMs: seconds * 1_000 } }]
  expect(evidence.disputes).toMatchObject(late)
  expect(evidence.disputes).toHaveLength(late.length)
  // It says nothing more once the result holds: then the public log had the order in time.
  deviceAcceptances.forget(ID)
  evidence.load()
  expect([evidence.disputes, world.asked.length > 0]).toEqual([[], true])
})

test('an answer that waited for the app to be opened again is not late', async () => {
  const { evidence } = askingWorld({ now: NOON + 60_000 })
  await evidence.accepted(ID, acceptedOf(ASKED).acceptance, ASKED)
  expect(evidence.disputes).toEqual([])
})

describe('checkpoints that the device fetches itself', () => {
  const times = (kept: readonly SeenCheckpoint[] = []) => kept.map(({ at }) => (at - NOON) / 1_000)

  test('at once and 3 s after the acceptance, then one every 5 s, and one right after it hears that the order closed', async () => {
    const { passTo, kept, step, world } = await placed()
    await passTo(2_000)
    expect(kept()).toEqual([])
    await passTo(4_000)
    expect(times(kept())).toEqual([1.1, 3])
    step(orderOf())
    await passTo(60_500)
    step(wonOrderOf())
    await passTo(65_000)
    const all = times(kept())
    expect(all.slice(0, 4)).toEqual([1.1, 3, 8, 13])
    for (const [index, at] of all.slice(1).entries()) expect(at - (all[index] ?? 0)).toBeLessThanOrEqual(6.1)
    expect(all[all.length - 1]).toBeGreaterThanOrEqual(61.5)
    expect(all[all.length - 1]).toBeLessThan(63)
    const { length } = world.asked
    await passTo(150_000)
    expect(world.asked).toHaveLength(length)
  })

  test('without a word of the service, one 3 s after the end, and a later one once the order closes', async () => {
    const { passTo, kept, step } = await placed()
    step(orderOf())
    await passTo(64_000)
    expect(times(kept()).some((at) => at >= 63.2 && at <= 64.2)).toBe(true)
    await passTo(80_000)
    step(wonOrderOf())
    await passTo(84_000)
    expect(times(kept()).pop()).toBeGreaterThanOrEqual(81)
  })

  test('of an order that runs for long the first ones and the last ones are kept, and few are asked for in between', async () => {
    const { passTo, kept, step, world } = await placed()
    const end = NOON + 1_800_000
    step(orderOf({ expiresAt: new Date(end).toISOString() }))
    await passTo(1_804_000)
    step(wonOrderOf({ expiresAt: new Date(end).toISOString() }))
    await passTo(1_808_000)
    const all = times(kept())
    expect(all).toHaveLength(SEEN_MAX - 4)
    expect(all.slice(0, 10).pop()).toBeLessThan(65)
    expect(all[10]).toBeGreaterThan(1_740)
    expect(world.asked.filter((each) => each === 'checkpoint').length).toBeLessThan(90)
  })

  test('a checkpoint that does not come is asked for again, every few seconds', async () => {
    const { passTo, kept, world } = await placed()
    world.checkpoint = undefined
    await passTo(9_000)
    expect(world.asked.filter((each) => each === 'checkpoint').length).toBeLessThanOrEqual(2)
    world.checkpoint = checkpointAt(9)
    await passTo(16_000)
    expect(times(kept())[0]).toBeGreaterThan(9)
  })

  test('an order of an earlier visit gets what was fetched then, and has its end looked at', async () => {
    const { passTo, kept } = await placed()
    await passTo(20_000)
    const before = times(kept()).length
    const { evidence, world } = askingWorld({ now: NOON + 30_000 })
    evidence.note({ ...orderOf(), id: ID })
    evidence.note({ ...wonOrderOf(), id: ID })
    world.clock.now = NOON + 32_000
    await evidence.fetchDue()
    expect(times(kept()).length).toBeGreaterThan(before + 1)
    expect(times(kept()).pop()).toBe(32)
  })

  test('times are the service’s, whatever the clock of the device says', async () => {
    const asking = askingWorld({ now: NOON + 100 })
    asking.world.serverOffsetMs = 10_000
    const { evidence, world } = asking
    await evidence.accepted(ID, acceptedOf(ASKED).acceptance, ASKED)
    evidence.note({ ...orderOf(), id: ID })
    world.clock.now = NOON + 3_000
    await evidence.fetchDue()
    expect(times(deviceAcceptances.read(ID)?.checkpoints)).toEqual([13])
  })
})

test('a log that does not continue the seen one is told until it is read, unless the house says that it restored it', async () => {
  for (const restores of [[], [restoredTo(2)]]) {
    window.localStorage.clear()
    const { evidence, world, passTo } = await placed()
    await passTo(4_000)
    world.checkpoint = undefined
    world.policy = { ...policyOf(), restores }
    await evidence.fetchDue()
    world.clock.now += 6_000
    world.checkpoint = checkpointAt(30, 'b')
    await evidence.fetchDue()
    const told = restores.length === 0
    expect(evidence.split).toEqual(
      told ? { before: expect.anything(), after: expect.objectContaining({ text: checkpointAt(30, 'b') }) } : undefined,
    )
    const { evidence: later } = askingWorld()
    later.load()
    expect(later.split).toEqual(evidence.split)
    later.dismissSplit()
    expect(later.split).toBeUndefined()
  }
})

test('once an order the witnesses are asked, and the file has what they have signed', async () => {
  const witness = witnessOf('one.example/w', 1)
  const text = witness.sign({ ...receiptOf(), checkpoint: checkpointAt(3) }).checkpoint
  const { evidence, world, passTo } = await placed()
  world.policy = { ...policyOf([witness.key]), witnessUrls: ['https://witness.test'] }
  world.pages[`https://witness.test/${sha256Text(ORIGIN)}/checkpoint`] = text
  await passTo(9_000)
  await until('the witness was asked', () => deviceAcceptances.read(ID)?.witnessed)
  const [first] = JSON.parse(evidence.fileOf(ID) ?? '').checkpoints
  expect(first).toEqual({ asked: 0, at: expect.any(Number), text })
  expect(evidence.split).toBeUndefined()
})

test('the first acceptance of an order stays, and a repeat says what was found then', async () => {
  const { evidence } = askingWorld()
  const lie = acceptedOf(ASKED, { staleAfterMs: 1 }).acceptance
  const problems = [{ kind: 'term', field: 'staleAfterMs' }]
  expect(await evidence.accepted(ID, lie, ASKED)).toEqual(problems)
  expect(await evidence.accepted(ID, acceptedOf(ASKED).acceptance, ASKED)).toEqual(problems)
  expect(deviceAcceptances.read(ID)?.terms.staleAfterMs).toBe(1)
})

test('an acceptance that could not be checked when it came is checked the next time it comes', async () => {
  const { evidence, world } = askingWorld()
  const lie = acceptedOf(ASKED, { payout: '1' }).acceptance
  world.policy = undefined
  expect(await evidence.accepted(ID, lie, ASKED)).toBeUndefined()
  expect(evidence.disputes).toEqual([])
  world.policy = policyOf()
  await evidence.accepted(ID, lie)
  expect(evidence.disputes).toMatchObject([
    { kind: 'otherwise', kept: { problems: [{ kind: 'term', field: 'payout' }] } },
  ])
})

test('an acceptance that names another order is kept under the one that was asked for', async () => {
  const { evidence } = askingWorld()
  const other = acceptedOf(ASKED, { id: '019aa1b2-0000-7000-8000-00000000ffff' }).acceptance
  expect(await evidence.accepted(ID, other, ASKED)).toContainEqual({ kind: 'term', field: 'id' })
  expect(deviceAcceptances.read(ID)?.terms.id).not.toBe(ID)
})

test('an acceptance with the entry of another second is named, whatever the clock of the device says', async () => {
  const later = acceptedOf(ASKED, { acceptedAt: NOON + 9_999 }).acceptance
  for (const serverOffsetMs of [0, 60_000]) {
    window.localStorage.clear()
    const { evidence, world } = askingWorld({ now: NOON + 100 })
    world.serverOffsetMs = serverOffsetMs
    expect(await evidence.accepted(ID, later, ASKED)).toEqual([{ kind: 'time' }])
  }
})

test('what a user has read is not shown again, and stays in hand', async () => {
  const { evidence } = askingWorld()
  await evidence.accepted(ID, acceptedOf(ASKED, { scale: 0 }).acceptance, ASKED)
  expect(evidence.disputes).toHaveLength(1)
  evidence.dismiss(ID)
  evidence.load()
  expect(evidence.disputes).toEqual([])
  expect(evidence.holds(ID)).toBe(true)
})

test('the file has receipt, acceptance and checkpoints, as the scripts read it', async () => {
  const { evidence, passTo, step } = await placed()
  await passTo(4_000)
  step(orderOf())
  step(wonOrderOf())
  await passTo(10_000)
  const receipt = receiptOf()
  const spelt = JSON.stringify(receipt).replace('"scale":2', '"scale":2.0')
  const text = evidence.fileOf(ID, spelt) ?? ''
  // A receipt may be wrong by how it is spelled.
  expect(text).toContain('"scale":2.0')
  const file = JSON.parse(text)
  expect(Object.keys(file)).toEqual(['format', 'receipt', 'acceptance', 'checkpoints'])
  expect(file).toMatchObject({ format: 'fairtick-evidence-2', receipt })
  expect(file.acceptance).toEqual(acceptedOf(ASKED).acceptance)
  expect(Object.keys(file.checkpoints[0])).toEqual(['asked', 'at', 'text'])
  expect(file.checkpoints.map(({ at }: { at: number }) => at)).toEqual([NOON + 1_100, NOON + 3_100, expect.any(Number)])
  expect(evidence.fileOf('another')).toBeUndefined()
  for (const none of [undefined, 'no JSON'])
    expect(JSON.parse(evidence.fileOf(ID, none) ?? '')).toMatchObject({ receipt: null })
})
