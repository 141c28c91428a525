import type { MoveSavings, SavingsMovement } from '../../contract/savings'
import { movementOf, savingsOf } from '../../test/client/factories'
import { answered, fakeHttp } from '../../test/client/http'
import { sendingWorld, settle } from '../../test/client/sending'
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
      depositIntoSavings: ({ body }) => move('deposit', body),
      transferOutOfSavings: ({ body }) => move('transfer_out', body),
      listSavingsMovements({ query: { kind } }) {
        const items = [...world.server.values()].filter((movement) => kind === undefined || movement.kind === kind)
        return answered({ items, nextCursor: null })
      },
    }),
  })
  return { savings, world }
}

describe('a transfer', () => {
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

  test('stays on the device when the session ends before the answer', async () => {
    const { savings, world } = setUp()
    world.fates = ['answerLost']
    world.onSleep = () => {
      savings.reset()
      world.account = ''
    }
    expect(await savings.move('in', '100.00')).toEqual({ kind: 'checking' })
    expect([savings.sender.intents, world.disk.length]).toEqual([[], 1])
  })
})

describe('figures', () => {
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
})
