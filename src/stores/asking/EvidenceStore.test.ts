import type { Order } from '../../../contract/orders'
import { askingWorld } from '../../../test/client/asking'
import { NOON, orderOf, wonOrderOf } from '../../../test/client/factories'
import { acceptedOf, askedOf, checkpointAt } from '../../../test/client/house'
import { policyOf, receiptOf } from '../../../test/client/receipts'
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
      world.checkpoint &&= checkpointAt(3 + Math.floor((world.clock.now - NOON) / 1_000))
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
  test('one 2 to 4 s after the acceptance, one right after it hears that the order closed', async () => {
    const { passTo, kept, step, world } = await placed()
    await passTo(2_000)
    expect(kept()).toEqual({})
    await passTo(4_000)
    expect(kept()?.placed?.at).toBe(NOON + 3_000)
    step(orderOf())
    await passTo(60_500)
    expect(kept()).not.toHaveProperty('ended')
    step(wonOrderOf())
    await passTo(65_000)
    expect(kept()?.ended?.at).toBeGreaterThanOrEqual(NOON + 62_000)
    expect(kept()?.ended?.at).toBeLessThan(NOON + 64_000)
    const { length } = world.asked
    await passTo(150_000)
    expect(world.asked).toHaveLength(length)
  })

  test('without a word of the service, one 3 s after the end, and a later one once the order closes', async () => {
    const { passTo, kept, step } = await placed()
    step(orderOf())
    await passTo(66_000)
    const early = kept()?.ended
    expect(early?.at).toBeGreaterThanOrEqual(NOON + 63_200)
    await passTo(80_000)
    expect(kept()?.ended).toEqual(early)
    step(wonOrderOf())
    await passTo(84_000)
    expect(kept()?.ended?.at).toBeGreaterThan(NOON + 81_000)
  })

  test('what comes too late to say anything is not kept', async () => {
    const { passTo, kept, step, world } = await placed()
    world.checkpoint = undefined
    step(orderOf())
    await passTo(31_000)
    world.checkpoint = checkpointAt(9)
    await passTo(50_000)
    expect(kept()).toEqual({})
    world.checkpoint = undefined
    await passTo(122_000)
    world.checkpoint = checkpointAt(99)
    step(wonOrderOf())
    await passTo(140_000)
    expect(kept()).toEqual({})
  })

  test('a checkpoint that does not come is asked for again, every few seconds', async () => {
    const { passTo, kept, world } = await placed()
    world.checkpoint = undefined
    await passTo(9_000)
    expect(world.asked.filter((each) => each === 'checkpoint').length).toBeLessThanOrEqual(2)
    world.checkpoint = checkpointAt(9)
    await passTo(16_000)
    expect(kept()?.placed).toBeDefined()
  })

  test('an order of an earlier visit has its end looked at', async () => {
    await placed()
    const { evidence, world } = askingWorld({ now: NOON + 30_000 })
    evidence.note({ ...orderOf(), id: ID })
    evidence.note({ ...wonOrderOf(), id: ID })
    world.clock.now = NOON + 32_000
    await evidence.fetchDue()
    expect(deviceAcceptances.read(ID)?.checkpoints).toEqual({ ended: { at: NOON + 32_000, text: checkpointAt(3) } })
  })

  test('instants of the service are moved to the clock of the device', async () => {
    const asking = askingWorld({ now: NOON + 100 })
    asking.world.serverOffsetMs = 10_000
    const { evidence, world } = asking
    await evidence.accepted(ID, acceptedOf(ASKED).acceptance, ASKED)
    evidence.note({ ...orderOf(), id: ID })
    world.clock.now = NOON + 53_000
    await evidence.fetchDue()
    expect(deviceAcceptances.read(ID)?.checkpoints).toEqual({})
    world.clock.now = NOON + 53_300
    await evidence.fetchDue()
    expect(deviceAcceptances.read(ID)?.checkpoints).toHaveProperty('ended')
  })
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

test('the file has receipt, acceptance and both checkpoints, as the scripts read it', async () => {
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
  expect(file).toMatchObject({ format: 'fairtick-evidence-1', receipt })
  expect(file.acceptance).toEqual(acceptedOf(ASKED).acceptance)
  expect(file.checkpoints.map(({ at }: { at: number }) => at)).toEqual([NOON + 3_100, expect.any(Number)])
  expect(evidence.fileOf('another')).toBeUndefined()
  for (const none of [undefined, 'no JSON'])
    expect(JSON.parse(evidence.fileOf(ID, none) ?? '')).toMatchObject({ receipt: null })
})
