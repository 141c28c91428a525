import { NOON, orderOf, wonOrderOf } from '../../test/client/factories'
import { askedOf, checkpointAt, withAcceptance } from '../../test/client/house'
import { answered, refused } from '../../test/client/http'
import { ordersWorld, REQUEST, settled } from '../../test/client/orders'
import { settle } from '../../test/client/sending'
import type { FailureCode } from '../domain/loadable'
import { deviceAcceptances } from './persistence/acceptances'
import type { Intent } from './sending/intents'

/** The request that made the order of the factories, whose answer the device still waits for. */
const leftover = (sentAt: number): Intent => ({
  account: 'lin_mei88',
  kind: 'order',
  id: orderOf().id,
  body: askedOf({ ...REQUEST, id: orderOf().id }),
  sentAt,
  state: 'checking',
})

describe('placing', () => {
  test('a device that takes long to load what signs has as long as any other for its order to arrive', async () => {
    const { orders, world } = ordersWorld()
    world.house.loadingMs = 30_000
    expect((await orders.place(REQUEST)).kind).toBe('done')
  })

  test('a lost answer is asked for again with the same id: one order', async () => {
    const { orders, world } = ordersWorld()
    world.fates = ['answerLost', 'lost']
    const result = await orders.place(REQUEST)
    expect(result.kind).toBe('done')
    expect(new Set(world.ids).size).toBe(1)
    expect([orders.positions.length, world.server.size]).toEqual([1, 1])
    expect([orders.sender.intents, world.disk]).toEqual([[], []])
  })

  test('without a network it is being checked, never failed, and resolves itself', async () => {
    const { orders, world } = ordersWorld()
    world.fates = ['answerLost', 'lost', 'lost']
    world.questions = ['network', 'network']
    const result = await orders.place(REQUEST)
    expect(result.kind).toBe('checking')
    expect(orders.sender.intents).toMatchObject([{ state: 'checking' }])
    await settled(orders)
    expect(orders.sender.intents).toEqual([])
    expect(orders.positions).toHaveLength(1)
  })

  test('the stream tells of the order while its answer is lost: nothing stays to be checked', async () => {
    const { orders, world } = ordersWorld()
    world.fates = ['answerLost']
    world.onSleep = () => {
      for (const order of world.server.values()) orders.apply(order)
    }
    expect((await orders.place(REQUEST)).kind).toBe('done')
    expect(new Set(world.ids).size).toBe(1)
    expect(orders.sender.intents).toEqual([])
    expect(deviceAcceptances.read(world.ids[0] ?? '')?.problems).toEqual([])
  })

  test('an answer with a step that is known already ends the checking', () => {
    const { orders, world } = ordersWorld()
    orders.apply(orderOf())
    world.disk = [leftover(NOON)]
    orders.sender.resume()
    orders.apply(orderOf())
    expect(orders.sender.intents).toEqual([])
    expect(world.disk).toEqual([])
  })

  test.each(['rate_limited', 'unauthenticated'] satisfies FailureCode[])(
    'an order that stands is not called refused by "%s", which never looked at its id',
    async (code) => {
      const { orders, world } = ordersWorld()
      world.fates = ['answerLost', code, code]
      const result = await orders.place(REQUEST)
      expect(result.kind).toBe('checking')
      await settled(orders)
      expect([orders.positions.length, world.server.size]).toEqual([1, 1])
      expect(orders.sender.intents).toEqual([])
    },
  )

  test('an order that never arrived is told of only when the server can no longer be working on it', async () => {
    const { orders, world } = ordersWorld()
    world.fates = ['lost', 'lost', 'lost']
    await orders.place(REQUEST)
    await settled(orders)
    expect(world.now - NOON).toBeGreaterThan(45_000)
    expect(orders.sender.intents).toMatchObject([{ state: 'notMade' }])
    orders.sender.dismiss(orders.sender.intents[0]?.id ?? '')
    expect(orders.sender.unclear).toEqual([])
    expect(world.disk).toMatchObject([{ state: 'dismissed' }])
  })
})

describe('what is signed', () => {
  test('an order carries the signature of this device, the same each time that it is sent', async () => {
    const { orders, world } = ordersWorld()
    world.fates = ['answerLost']
    await orders.place(REQUEST)
    const [first, second] = world.bodies
    expect(first).toMatchObject({
      stake: '100.00',
      ask: { seenHead: 3, signature: expect.stringMatching(/^[0-9a-f]{128}$/) },
    })
    expect(second).toEqual(first)
    expect(first).not.toHaveProperty('agreed')
  })

  test('without a word of the log nothing is sent', async () => {
    const { orders, world } = ordersWorld()
    world.house.checkpoint = undefined
    world.house.policy = undefined
    expect(await orders.place(REQUEST)).toMatchObject({ kind: 'refused', failure: { code: 'network' } })
    expect([world.bodies, orders.sender.intents]).toEqual([[], []])
  })

  test('what the house signs is checked before the order counts as placed, and kept', async () => {
    const { orders, world, evidence } = ordersWorld()
    world.lies = { staleAfterMs: 0 }
    const placed = await orders.place(REQUEST)
    const problems = [{ kind: 'term', field: 'staleAfterMs' }]
    expect(placed).toMatchObject({ kind: 'done', problems })
    expect(evidence.disputes).toMatchObject([{ kind: 'otherwise', kept: { problems, terms: { staleAfterMs: 0 } } }])
    world.lies = {}
    expect(await orders.place(REQUEST)).toMatchObject({ kind: 'done', problems: [] })
    expect(evidence.disputes).toHaveLength(1)
  })

  test('an order whose answer was lost is checked once it is found', async () => {
    const { orders, world, evidence } = ordersWorld()
    world.fates = ['answerLost', 'lost', 'lost']
    world.lies = { payout: '18100' }
    expect((await orders.place(REQUEST)).kind).toBe('checking')
    await settled(orders)
    await settle()
    expect(evidence.disputes).toMatchObject([{ kept: { problems: [{ kind: 'term', field: 'payout' }] } }])
  })

  test('a time that is off is a certain refusal at the first try, and none where an earlier try may be under way', async () => {
    const { orders, world } = ordersWorld()
    world.fates = ['ask_time_off']
    expect(await orders.place(REQUEST)).toMatchObject({ kind: 'refused', failure: { code: 'ask_time_off' } })
    world.fates = ['answerLost', 'ask_time_off', 'ask_time_off']
    expect((await orders.place(REQUEST)).kind).toBe('checking')
    await settled(orders)
    expect(orders.positions).toHaveLength(1)
  })

  test('a log that lacks what this device has seen is a certain refusal; once the user knows, the newest one counts', async () => {
    const { orders, world, signer } = ordersWorld()
    await orders.place(REQUEST)
    world.house.checkpoint = checkpointAt(1, 'b')
    world.fates = ['ask_other_log']
    expect(await orders.place(REQUEST)).toMatchObject({ kind: 'refused', failure: { code: 'ask_other_log' } })
    expect(await signer.startOver()).toMatchObject({
      before: { text: checkpointAt(3) },
      after: { text: checkpointAt(1, 'b') },
    })
    await orders.place(REQUEST)
    expect(world.bodies.map((body) => Reflect.get(body, 'ask').seenHead)).toEqual([3, 3, 1])
  })
})

test('after a start, what was left over is resolved', async () => {
  const { orders, world } = ordersWorld()
  world.disk = [leftover(NOON - 60_000)]
  world.server.set(orderOf().id, withAcceptance(orderOf()))
  await orders.refresh()
  await settled(orders)
  expect(orders.positions).toHaveLength(1)
  expect(world.disk).toEqual([])
})

describe('steps of an order', () => {
  const page = (no: number, nextCursor: string | null) =>
    answered({ items: [wonOrderOf({ id: `019aa1b2-0000-7000-8000-00000000000${no}` })], nextCursor })

  test('an older step never undoes a later one', () => {
    const { orders } = ordersWorld()
    orders.apply(orderOf())
    orders.apply(wonOrderOf())
    orders.apply(orderOf())
    expect(orders.positions).toEqual([])
    expect(orders.closed.map(({ status }) => status)).toEqual(['won'])
    expect(orders.justClosed?.profitLoss).toBe('82.00')
  })

  test('an order that was closed before it was first seen is no news', () => {
    const { orders } = ordersWorld()
    orders.apply(wonOrderOf())
    expect(orders.justClosed).toBeUndefined()
  })

  test('what closed while nobody listened is asked for', async () => {
    const { orders, world } = ordersWorld()
    orders.apply(orderOf())
    world.server.set(orderOf().id, withAcceptance(wonOrderOf()))
    await orders.loadPositions()
    expect(orders.positions).toEqual([])
    expect(orders.justClosed?.status).toBe('won')
  })

  test('closed orders come in pages until there are no more', async () => {
    const { orders, world } = ordersWorld()
    world.lists = [page(1, 'next'), refused('network'), page(2, null)]
    await orders.closedPages.refresh()
    await orders.closedPages.loadMore()
    expect(orders.closedPages.more).toBe('failed')
    await orders.closedPages.loadMore()
    expect(orders.closed).toHaveLength(2)
    expect(orders.closedPages.more).toBe('end')
  })

  test('a list loaded again goes on where it was, unless so much has closed that a gap would be left', async () => {
    const { orders, world } = ordersWorld()
    world.lists = [page(1, 'first'), page(2, null), page(1, 'first'), page(3, 'third')]
    await orders.closedPages.refresh()
    await orders.closedPages.loadMore()
    await orders.closedPages.refresh()
    expect(orders.closedPages.more).toBe('end')
    await orders.closedPages.refresh()
    await orders.closedPages.loadMore()
    expect(world.cursors).toEqual([undefined, 'first', undefined, undefined, 'third'])
  })

  test('an order that waits for its signature at logout is neither kept nor sent', async () => {
    const { orders, world } = ordersWorld()
    const placing = orders.place(REQUEST)
    orders.reset()
    expect((await placing).kind).toBe('refused')
    expect([world.bodies, world.disk]).toEqual([[], []])
  })

  test('after logout nothing of the user is left, and late answers are not taken', async () => {
    const { orders, world } = ordersWorld()
    orders.apply(orderOf())
    const loading = orders.loadPositions()
    world.lists = []
    orders.reset()
    await loading
    expect(orders.positions).toEqual([])
    expect(orders.positionsLoaded.state.kind).toBe('idle')
  })
})

test('who holds more than a page of orders sees them all', async () => {
  const { orders, world } = ordersWorld()
  const pageOf = (from: number, nextCursor: string | null) =>
    answered({ items: Array.from({ length: 100 }, (_, index) => orderOf({ id: `o${from + index}` })), nextCursor })
  world.lists = [pageOf(0, 'next'), pageOf(100, null)]
  await orders.loadPositions()
  expect([orders.positions.length, world.cursors]).toEqual([200, [undefined, 'next']])
})
