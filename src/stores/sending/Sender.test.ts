import { NOON } from '../../../test/client/factories'
import { sendingWorld, settle } from '../../../test/client/sending'
import type { FailureCode } from '../../domain/loadable'
import { writeJson } from '../../platform/storage'
import { deviceIntents, type Intent } from './intents'
import { Sender } from './Sender'

interface Made {
  id: string
  amount: string
}

function setUp() {
  const { world, deps, receive, find } = sendingWorld<Made>()
  const sender = new Sender<'withdrawal', Made>(deps, { kind: 'withdrawal', findOutcome: async ({ id }) => find(id) })
  const send = (amount = '100.00') => sender.send({ amount }, async (id) => receive(id, () => ({ id, amount })))
  return { sender, send, world }
}

describe('what moves money', () => {
  test('is kept on the device before it is sent, and forgotten once it is made', async () => {
    const { sender, send, world } = setUp()
    expect(await send()).toMatchObject({ kind: 'done', value: { amount: '100.00' } })
    expect(world.ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect([world.ids.length, sender.intents, world.disk]).toEqual([1, [], []])
  })

  test('is sent again under the same id when the answer is lost, and made once', async () => {
    const { send, world } = setUp()
    world.fates = ['answerLost', 'lost']
    expect(await send()).toMatchObject({ kind: 'done' })
    expect([new Set(world.ids).size, world.ids.length, world.server.size]).toEqual([1, 3, 1])
  })

  test('is found by its id when no answer comes back at all', async () => {
    const { send, world } = setUp()
    world.fates = ['answerLost', 'lost', 'lost']
    expect(await send()).toMatchObject({ kind: 'done' })
    expect(world.disk).toEqual([])
  })

  test('shows as being checked meanwhile, not as failed', async () => {
    const { sender, send, world } = setUp()
    world.fates = ['lost']
    const seen: [boolean, number][] = []
    world.onSleep = () => seen.push([sender.isUnclear, sender.unclear.length])
    await send()
    expect(seen).toEqual([[true, 1]])
    expect(sender.isUnclear).toBe(false)
  })

  test('that is refused is certain: nothing is kept, nothing is sent again', async () => {
    const { send, world } = setUp()
    world.fates = ['trade_password_wrong']
    expect(await send()).toMatchObject({ kind: 'refused', failure: { code: 'trade_password_wrong' } })
    expect([world.ids.length, world.disk]).toEqual([1, []])
  })

  test.each(['rate_limited', 'unauthenticated'] satisfies FailureCode[])(
    'is not called refused by "%s", which never looked at its id',
    async (code) => {
      const { send, world } = setUp()
      world.fates = ['answerLost', code, code]
      expect(await send()).toMatchObject({ kind: 'done' })
    },
  )

  test.each(['second_factor_wrong', 'balance_insufficient', 'account_limit_reached'] satisfies FailureCode[])(
    'is not called refused by "%s", which its own first try under way has brought',
    async (code) => {
      const { sender, send, world } = setUp()
      // The first one is confirmed once the server is asked the second time.
      world.fates = ['answerLost', code, code]
      world.questions = ['not_found']
      expect(await send()).toMatchObject({ kind: 'done' })
      expect([sender.intents, world.server.size]).toEqual([[], 1])
    },
  )

  test('that never arrived before it was refused is refused, once the server was asked to the end', async () => {
    const { send, world } = setUp()
    world.fates = ['lost', 'balance_insufficient', 'lost']
    expect(await send()).toMatchObject({ kind: 'refused', failure: { code: 'balance_insufficient' } })
    expect([world.server.size, world.disk]).toEqual([0, []])
    expect(world.now - NOON).toBeGreaterThan(25_000)
    // If the server could not be asked, nothing is claimed.
    world.fates = ['lost', 'balance_insufficient', 'lost']
    world.questions = ['not_found', 'not_found', 'not_found', 'network']
    expect(await send()).toEqual({ kind: 'checking' })
  })

  test('that never arrived is said not to be made once that is certain, and goes when it was read', async () => {
    const { sender, send, world } = setUp()
    world.fates = ['lost', 'lost', 'lost']
    expect(await send()).toEqual({ kind: 'checking' })
    expect(sender.isUnclear).toBe(true)
    for (let turn = 0; turn < 50 && sender.isUnclear; turn++) await settle()
    expect(sender.unclear).toMatchObject([{ state: 'notMade', body: { amount: '100.00' } }])
    expect(world.now - NOON).toBeGreaterThan(45_000)
    sender.forget(sender.unclear[0]?.id ?? '')
    expect([sender.intents, world.disk, world.server.size]).toEqual([[], [], 0])
  })

  test('that was on its way when the app closed is found when its owner comes back', async () => {
    const { sender, world } = setUp()
    const sentAt = NOON - 5_000
    const mine: Intent = {
      account: 'lin_mei88',
      kind: 'withdrawal',
      id: 'w1',
      body: { amount: '50.00' },
      sentAt,
      state: 'sending',
    }
    world.disk = [mine, { ...mine, id: 'w2', account: 'somebody' }, { ...mine, id: 'd1', kind: 'deposit' }]
    world.server.set('w1', { id: 'w1', amount: '50.00' })
    sender.resume()
    expect(sender.unclear.map(({ id }) => id)).toEqual(['w1'])
    await settle()
    expect(sender.justMade).toEqual({ id: 'w1', amount: '50.00' })
    expect(sender.intents).toEqual([])
    // Another user's and another kind's wait for theirs.
    expect(world.disk.map(({ id }) => id)).toEqual(['w2', 'd1'])
  })

  test('is asked for until the network is back', async () => {
    const { sender, world } = setUp()
    world.disk = [
      { account: 'lin_mei88', kind: 'withdrawal', id: 'w1', body: { amount: '5.00' }, sentAt: NOON, state: 'checking' },
    ]
    world.server.set('w1', { id: 'w1', amount: '5.00' })
    world.questions = ['network', 'timeout']
    sender.resume()
    for (let turn = 0; turn < 50 && sender.isUnclear; turn++) await settle()
    expect(sender.justMade?.id).toBe('w1')
    expect(world.now - NOON).toBe(6_000)
  })

  test('stays on the device when the session ends before the answer', async () => {
    const { sender, send, world } = setUp()
    world.fates = ['answerLost']
    world.onSleep = () => {
      sender.reset()
      world.account = ''
    }
    expect(await send()).toEqual({ kind: 'checking' })
    expect(sender.intents).toEqual([])
    expect(world.disk).toHaveLength(1)
    sender.resume()
    expect(sender.intents).toEqual([])
  })
})

describe('what the device keeps', () => {
  const deposit: Intent = {
    account: 'lin_mei88',
    kind: 'deposit',
    id: 'd1',
    body: { amount: '5.00' },
    sentAt: NOON,
    state: 'sending',
  }
  const move: Intent = { ...deposit, kind: 'savings', id: 's1', body: { direction: 'in', amount: '5.00' } }

  test('comes back as it was written, the newest twenty of each kind', () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ ...deposit, id: `d${index}` }))
    deviceIntents.write([move, ...many])
    expect(deviceIntents.read().map(({ id }) => id)).toEqual(['s1', ...many.slice(5).map(({ id }) => id)])
    expect(deviceIntents.read()[0]).toEqual(move)
  })

  test('what is not an intent is left out', () => {
    // As an older or a broken version of the app may have left it.
    const broken: unknown[] = [
      { ...deposit, state: 'gone' },
      null,
      { ...deposit, body: { amount: 5 } },
      { ...deposit, kind: 'gift' },
      { ...deposit, kind: 'constructor' },
      { ...move, body: { direction: 'sideways', amount: '5.00' } },
      { ...deposit, kind: 'order' },
    ]
    writeJson('intents', 1, [deposit, ...broken, move])
    expect(deviceIntents.read()).toEqual([deposit, move])
  })
})
