import { NOON, orderOf, wonOrderOf } from '../../test/client/factories'
import { acceptedOf } from '../../test/client/house'
import { ordersWorld, REQUEST, settled } from '../../test/client/orders'
import { settle } from '../../test/client/sending'
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
