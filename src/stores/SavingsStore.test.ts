import type { MoveSavings, SavingsMovement } from '../../contract/savings'
import { movementOf, NOON, savingsOf } from '../../test/client/factories'
import { answered, fakeHttp } from '../../test/client/http'
import { refusedBy, sendingWorld, settle } from '../../test/client/sending'
import type { ApiResult } from '../api/http'
import { SavingsStore } from './SavingsStore'

function setUp() {
  const { world: sending, deps, receive } = sendingWorld<SavingsMovement>()
  const world = Object.assign(sending, { overviews: [] as ApiResult<ReturnType<typeof savingsOf>>[] })
  const move = (kind: SavingsMovement['kind'], { id, amount }: MoveSavings) =>
    receive(id, () => movementOf({ id, amount, kind, createdAt: new Date(world.now).toISOString() }))
  const savings = new SavingsStore({
    ...deps,
    http: fakeHttp({
      getSavings: () => world.overviews.shift() ?? answered(savingsOf()),
      listSavingsIncomes() {
        const fate = world.questions.shift()
        return fate
          ? refusedBy(fate)
          : answered({ items: [{ day: '2026-11-19', perTenThousand: '0.6329', rate: '2.310' }] })
      },
      depositIntoSavings: ({ body }) => move('deposit', body),
      transferOutOfSavings: ({ body }) => move('transfer_out', body),
      listSavingsMovements({ query: { kind } }) {
        const fate = world.questions.shift()
        if (fate) return refusedBy(fate)
        const items = [...world.server.values()].filter((movement) => kind === undefined || movement.kind === kind)
        return answered({ items, nextCursor: null })
      },
      listSavingsEarnings: answered({ items: [], nextCursor: null }),
    }),
  })
  return { savings, world }
}

describe('a transfer', () => {
  test('is kept on the device before it is sent, and forgotten once it is made', async () => {
    const { savings, world } = setUp()
    expect(await savings.move('in', '100.00')).toMatchObject({ kind: 'done', value: { amount: '100.00' } })
    expect(world.ids).toHaveLength(1)
    expect(world.ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect([savings.sender.intents, world.disk]).toEqual([[], []])
  })

  test('is sent again with the same id when the answer is lost, and made once', async () => {
    const { savings, world } = setUp()
    world.fates = ['answerLost', 'lost']
    expect(await savings.move('out', '20.00')).toMatchObject({ kind: 'done', value: { kind: 'transfer_out' } })
    expect(new Set(world.ids).size).toBe(1)
    expect([world.ids.length, world.server.size]).toEqual([3, 1])
  })

  test('is found among the movements when no answer comes back at all', async () => {
    const { savings, world } = setUp()
    world.fates = ['answerLost', 'lost', 'lost']
    expect(await savings.move('in', '100.00')).toMatchObject({ kind: 'done' })
    expect(world.disk).toEqual([])
  })

  test('shows as being checked meanwhile', async () => {
    const { savings, world } = setUp()
    world.fates = ['lost']
    const seen: boolean[] = []
    world.onSleep = () => seen.push(savings.sender.isUnclear)
    expect(savings.sender.isUnclear).toBe(false)
    await savings.move('in', '100.00')
    expect(seen).toEqual([true])
    expect(savings.sender.isUnclear).toBe(false)
  })

  test('that the server refuses is not kept', async () => {
    const { savings, world } = setUp()
    world.fates = ['savings_deposits_used_up']
    expect(await savings.move('in', '100.00')).toMatchObject({
      kind: 'refused',
      failure: { code: 'savings_deposits_used_up' },
    })
    expect([world.ids.length, world.disk]).toEqual([1, []])
  })

  test('is not called refused by a limit that never looked at its id', async () => {
    const { savings, world } = setUp()
    world.fates = ['answerLost', 'rate_limited', 'rate_limited']
    expect(await savings.move('in', '100.00')).toMatchObject({ kind: 'done' })
  })

  test('that never arrived is said not to be made, once that is certain', async () => {
    const { savings, world } = setUp()
    world.fates = ['lost', 'lost', 'lost']
    expect(await savings.move('in', '100.00')).toEqual({ kind: 'checking' })
    await settle()
    expect(savings.sender.unclear).toMatchObject([{ state: 'notMade', body: { amount: '100.00' } }])
    expect(savings.sender.isUnclear).toBe(false)
    savings.sender.forget(savings.sender.unclear[0]?.id ?? '')
    expect([savings.sender.intents, world.disk, world.server.size]).toEqual([[], [], 0])
  })

  test('that was on its way when the app closed is found when its owner comes back', async () => {
    const { savings, world } = setUp()
    const move = { id: '019aa1b2-0000-7000-8000-000000000001', amount: '50.00' }
    const body = { direction: 'in', amount: move.amount } as const
    world.disk = [
      { kind: 'savings', account: 'lin_mei88', id: move.id, body, sentAt: NOON, state: 'sending' },
      { kind: 'savings', account: 'somebody', id: 'other', body, sentAt: NOON, state: 'checking' },
    ]
    world.server.set(move.id, movementOf({ ...move, createdAt: new Date(NOON).toISOString() }))
    savings.sender.resume()
    expect(savings.sender.isUnclear).toBe(true)
    await settle()
    expect(savings.sender.justMade?.id).toBe(move.id)
    expect(savings.sender.intents).toEqual([])
    expect(world.disk.map(({ account }) => account)).toEqual(['somebody'])
  })

  test('stays on the device when the session ends before the answer', async () => {
    const { savings, world } = setUp()
    world.fates = ['answerLost']
    world.onSleep = () => {
      savings.reset()
      world.account = ''
    }
    expect(await savings.move('in', '100.00')).toEqual({ kind: 'checking' })
    expect(savings.sender.intents).toEqual([])
    expect(world.disk).toHaveLength(1)
  })
})

describe('figures', () => {
  test('come once for two calls, and stay when a refresh fails', async () => {
    const { savings, world } = setUp()
    await Promise.all([savings.overview.load(), savings.overview.load()])
    expect(savings.figures?.total).toBe('3170.36')
    world.overviews = [refusedBy('network')]
    await savings.overview.load()
    expect(savings.figures?.total).toBe('3170.36')
    expect(savings.overview.refreshFailure).toBe('network')
  })

  test('a failure is one while there is nothing to show', async () => {
    const { savings, world } = setUp()
    world.overviews = [refusedBy('unavailable')]
    await savings.overview.load()
    expect(savings.overview.state).toEqual({ kind: 'failed', code: 'unavailable' })
  })

  test('an older version is not taken', async () => {
    const { savings, world } = setUp()
    world.overviews = [
      answered(savingsOf({ version: 9, total: '9.00' })),
      answered(savingsOf({ version: 8, total: '8.00' })),
    ]
    await savings.overview.load()
    await savings.overview.load()
    expect(savings.figures?.total).toBe('9.00')
  })

  test('the dates of a deposit follow the calendar of the server', async () => {
    const { savings, world } = setUp()
    const friday = Date.parse('2026-11-20T06:59:59Z')
    expect(savings.datesAt(friday)).toBeUndefined()
    world.overviews = [answered(savingsOf({ closedDays: ['2026-11-23'] }))]
    await savings.overview.load()
    expect(savings.datesAt(friday)).toEqual({
      tradeDay: '2026-11-20',
      confirmedOn: '2026-11-24',
      firstEarningsShownOn: '2026-11-25',
    })
    expect(savings.datesAt(friday + 1_000)?.tradeDay).toBe('2026-11-24')
  })

  test('incomes are kept by range, and a failed refresh keeps them', async () => {
    const { savings, world } = setUp()
    world.questions = ['network']
    await savings.incomes.of('30').refresh()
    expect(savings.incomes.of('30').state.kind).toBe('failed')
    expect(savings.incomes.of('7').state.kind).toBe('idle')
    await savings.incomes.of('30').refresh()
    world.questions = ['network']
    await savings.incomes.of('30').refresh()
    expect(savings.incomes.of('30').state).toMatchObject({ kind: 'ready', value: [{ perTenThousand: '0.6329' }] })
  })
})
