import type { OrderRefusal } from '../../contract/errors'
import type { PlaceOrder } from '../../contract/orders'
import { finalFrom } from '../../proof/entry'
import { NOON, orderOf, wonOrderOf } from '../../test/client/factories'
import { acceptedOf, ORIGIN, refusalOf } from '../../test/client/house'
import { ordersWorld, REQUEST, settled } from '../../test/client/orders'
import { settle } from '../../test/client/sending'
import { deviceRefusedAsks, type RefusedAsk } from './persistence/refusedAsks'
import type { Intent } from './sending/intents'

describe('an order that the service does not know any more', () => {
  test('is shown as such where this device holds its acceptance, and no longer as a position', async () => {
    const { orders, world, evidence } = ordersWorld()
    await orders.place(REQUEST)
    const [id = ''] = world.ids
    world.server.delete(id)
    await orders.loadPositions()
    expect(orders.positions).toEqual([])
    expect(evidence.disputes).toMatchObject([{ kind: 'unknown', kept: { orderId: id } }])
    // A message of the order takes it back.
    orders.apply(orderOf({ id }))
    expect(evidence.disputes).toEqual([])
  })

  test('is found after a restart, when no list has it', async () => {
    const before = ordersWorld()
    await before.orders.place(REQUEST)
    const { orders, world, evidence } = ordersWorld()
    world.now = NOON + 20_000
    await orders.refresh()
    expect(evidence.disputes).toEqual([])
    world.now = NOON + 60_000
    world.questions = ['network']
    await orders.refresh()
    expect(evidence.disputes).toEqual([])
    await orders.refresh()
    expect(evidence.disputes).toMatchObject([{ kind: 'unknown' }])
  })

  test('a service that answers lists, and three times in a row not for one order, is said to be silent about it', async () => {
    const before = ordersWorld()
    await before.orders.place(REQUEST)
    for (const told of [0, 0, 1]) {
      const { orders, world, evidence } = ordersWorld()
      world.now = NOON + 60_000
      world.questions = ['internal']
      await orders.refresh()
      expect(evidence.disputes).toHaveLength(told)
    }
    const { orders, world, evidence } = ordersWorld()
    world.now = NOON + 60_000
    world.questions = ['internal']
    await orders.refresh()
    expect(evidence.disputes).toMatchObject([{ kind: 'silent', kept: { orderId: before.world.ids[0] } }])
    orders.apply(orderOf({ id: before.world.ids[0] ?? '' }))
    expect(evidence.disputes).toEqual([])
  })

  test.each([false, true])(
    'one that the service had called not made and shows later is disputed; read before: %s',
    async (isRead) => {
      const { orders, world, evidence } = ordersWorld()
      world.fates = ['lost', 'lost', 'lost']
      const asked = await orders.place(REQUEST)
      expect(asked.kind).toBe('checking')
      await settled(orders)
      const [intent] = orders.sender.intents as [Intent<'order'>]
      if (isRead) orders.sender.dismiss(intent.id)
      expect(orders.sender.unclear).toHaveLength(isRead ? 0 : 1)
      const accepted = acceptedOf({ id: intent.id, ...intent.body })
      world.server.set(intent.id, accepted)
      orders.apply(wonOrderOf({ id: intent.id }))
      for (let turn = 0; turn < 20; turn++) await settle()
      expect(evidence.disputes).toMatchObject([{ kind: 'otherwise', kept: { problems: [{ kind: 'denied' }] } }])
      expect(orders.sender.intents).toEqual([])
    },
  )

  test.each([true, false])('one that was refused and turns up later is disputed; signed: %s', async (isSigned) => {
    const first = ordersWorld()
    first.world.fates = ['feed_stale']
    first.world.signsRefusals = isSigned
    expect(await first.orders.place(REQUEST)).toMatchObject({ kind: 'refused', isUnsigned: !isSigned })
    const [id = ''] = first.world.ids
    // It is kept for good, also after the app was closed.
    const { orders, world, evidence } = ordersWorld()
    const { asked } = deviceRefusedAsks.read(id) as RefusedAsk
    world.server.set(id, acceptedOf(asked))
    orders.apply(wonOrderOf({ id }))
    for (let turn = 0; turn < 20; turn++) await settle()
    expect(evidence.disputes).toMatchObject([{ kind: 'otherwise', kept: { problems: [{ kind: 'denied' }] } }])
    const file = JSON.parse(evidence.fileOf(id) ?? '') as { refusal?: OrderRefusal }
    expect(file.refusal?.code).toBe(isSigned ? 'feed_stale' : undefined)
  })

  test.each([
    ['signed', true],
    ['not signed', false],
  ])('one that the service does not have is sent again once that can place nothing, and %s', async (_, isSigned) => {
    const { orders, world } = ordersWorld()
    world.signsRefusals = isSigned
    world.fates = ['lost', 'lost', 'lost']
    expect((await orders.place(REQUEST)).kind).toBe('checking')
    await settled(orders)
    const [intent] = orders.sender.intents as [Intent<'order'>]
    expect(intent.state).toBe('notMade')
    expect(world.server.size).toBe(0)
    const kept = orders.outcomes.refusedOf(intent.id)
    expect(kept?.code).toBe('ask_time_off')
    expect(kept?.refusal !== undefined && kept.refusal.at >= finalFrom(intent.id)).toBe(isSigned)
  })

  test('a refusal that is signed with another key, or for another order, counts as unsigned', async () => {
    const { orders, world, signer } = ordersWorld()
    await orders.place(REQUEST)
    const asked = { ...(world.bodies[0] as PlaceOrder), agreed: REQUEST.agreed, origin: ORIGIN }
    const refusal = refusalOf(asked, 'feed_stale', NOON)
    expect(await signer.isRefused(asked, refusal)).toBe(true)
    for (const change of [
      { at: NOON + 1 },
      { code: 'on_break' },
      { askHash: '11'.repeat(32) },
      { publicKey: '22'.repeat(32) },
    ])
      expect(await signer.isRefused(asked, { ...refusal, ...change })).toBe(false)
    expect(await signer.isRefused({ ...asked, stake: '1.00' }, refusal)).toBe(false)
  })

  test('while a service answers lists and never says what became of an order, that is said', async () => {
    const { orders, world } = ordersWorld()
    world.fates = ['lost', 'lost', 'lost']
    world.questions = ['internal', 'network', 'internal', 'unavailable', 'unavailable']
    await orders.place(REQUEST)
    const [id = ''] = world.ids
    const seen: boolean[] = []
    world.onSleep = () => {
      seen.push(orders.outcomes.isSilent(id))
      if (seen.includes(true) && world.questions.length === 0)
        world.server.set(id, acceptedOf(world.bodies[0] as PlaceOrder))
    }
    await settled(orders)
    expect([seen.indexOf(true) > 1, orders.outcomes.isSilent(id), orders.sender.intents]).toEqual([true, false, []])
  })

  test('is nobody else’s business', async () => {
    const before = ordersWorld()
    await before.orders.place(REQUEST)
    const { orders, world, evidence } = ordersWorld()
    world.now = NOON + 60_000
    world.house.account = 'somebody'
    await orders.refresh()
    expect(evidence.disputes).toEqual([])
  })
})
