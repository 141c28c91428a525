import { until } from '../../../test/support/until'
import { createTestApp, depsOfStaff, type TestApp, type TestUser } from '../../test/app'
import { asked } from '../../test/asks'
import { demoOrder } from '../../test/tradingFloor'
import { DAY_MS } from '../shared/time'
import { DevClock } from './devClock'
import { createDevFeed } from './devFeed'
import { operate, READY_COMMANDS } from './opsCommands'
import { registerDevRoutes, type Workbench } from './routes'

describe('the clock of QA', () => {
  let real = 1_000_000
  const realNow = () => real
  beforeEach(() => {
    real = 1_000_000
  })

  test('follows real time, and jumps ahead of it', () => {
    const clock = new DevClock(0, realNow)
    real += 500
    expect(clock.now()).toBe(1_000_500)
    clock.jump(60_000)
    real += 500
    expect(clock.now()).toBe(1_061_000)
    expect(clock.aheadMs).toBe(60_000)
  })

  test('runs quickly for as long as it is told, then as real time does', async () => {
    const clock = new DevClock(0, realNow)
    clock.run(300, 10)
    expect(clock.isRunning).toBe(true)
    await until('the end of the fast stretch', () => !clock.isRunning)
    expect(clock.now()).toBe(1_000_300)
    real += 500
    expect(clock.now()).toBe(1_000_800)
  })

  test('passes no fast time while the process is halted', async () => {
    const clock = new DevClock(0, realNow)
    clock.run(30_000, 10)
    real += 2_000
    expect(clock.now()).toBe(1_000_000)
    clock.jump(1_000)
    expect(clock.now()).toBe(1_001_000)
    expect(clock.isRunning).toBe(false)
  })

  test('goes on where it was after a restart', () => {
    const clock = new DevClock(DAY_MS, realNow)
    expect(clock.now()).toBe(1_000_000 + DAY_MS)
  })

  test('wakes who slept through a jump, and who is told to stop', async () => {
    const clock = new DevClock()
    const slept = clock.sleep(3_600_000)
    clock.jump(3_600_000)
    await slept
    const control = new AbortController()
    const stopped = clock.sleep(3_600_000, control.signal)
    control.abort()
    await stopped
  })
})

describe('the workbench', () => {
  const workbench: Workbench = { clock: new DevClock(), feed: createDevFeed(), failures: { mode: 'off' } }
  let server: TestApp
  let user: TestUser

  beforeAll(async () => {
    server = await createTestApp({
      clock: workbench.clock,
      market: true,
      wrapFeed: workbench.feed.wrap,
      onApp: (app, deps) => registerDevRoutes(app, deps, workbench),
    })
    user = await server.registerUser()
  })
  afterEach(() => {
    workbench.failures.mode = 'off'
    Object.assign(workbench.feed, { scale: 1, silent: false, still: false })
  })
  afterAll(() => server.close())

  const post = (url: string, payload: object) => server.inject({ method: 'POST', url, payload })
  const state = async () => (await server.inject({ url: '/dev/state' })).json()
  const product = () => server.deps.market.products().find(({ symbol }) => symbol === 'BTCUSDT')
  const place = () => server.call(user, 'POST', '/orders', asked(demoOrder()))

  test('half a minute of trading passes in a moment, and the order is settled by its prices', async () => {
    await until('the new price', () => {
      const known = product()
      return known !== undefined && server.deps.market.isFresh(known, workbench.clock.now())
    })
    const placed = await place()
    expect(placed.statusCode).toBe(201)
    await server.deps.heads.seal()
    await post('/dev/clock', { kind: 'run', ms: 40_000 })
    await until('the scenario to end', async () => !(await state()).running)
    await server.deps.market.flush()
    await server.deps.settlement.runOnce()
    const { id } = placed.json<{ id: string }>()
    const order = (await server.call(user, 'GET', `/orders/${id}`)).json()
    expect(['won', 'lost', 'tie']).toContain(order.status)
  })

  test('a silent source leaves the market stale, and a push moves every price', async () => {
    const before = Number(server.deps.market.quote('BTCUSDT')?.price)
    await post('/dev/market', { moveBp: 1_000 })
    await until('a jump of the price', () => Number(server.deps.market.quote('BTCUSDT')?.price) > before * 1.05)
    await post('/dev/market', { silent: true })
    await post('/dev/clock', { kind: 'run', ms: 60_000 })
    await until('the scenario to end', async () => !(await state()).running)
    const known = product()
    expect(known && server.deps.market.isFresh(known, workbench.clock.now())).toBe(false)
    expect((await place()).json()).toMatchObject({ code: 'feed_stale' })
  })

  test('a market at a standstill keeps its price, and the log of feeds says that it was moved by hand', async () => {
    await post('/dev/market', { moveBp: 1_000 })
    const quiet = (await post('/dev/market', { still: true })).json()
    expect(quiet).toMatchObject({ still: true, silent: false })
    const sequence = () => server.deps.market.quote('BTCUSDT')?.sequence ?? 0
    const before = sequence()
    // The first may have been on its way when the standstill began.
    await until('two prices after the standstill began', () => sequence() > before + 1)
    const [price, from] = [server.deps.market.quote('BTCUSDT')?.price, sequence()]
    await until('three more', () => sequence() > from + 3)
    expect(server.deps.market.quote('BTCUSDT')?.price).toBe(price)
    const log = await server.database.query<{ entry: string }>(
      "select entry from feed_event where kind = 'moved' order by leaf desc limit 2",
    )
    expect(log.map(({ entry }) => entry.split('|').slice(4))).toEqual([
      ['-', '1.1', 'still'],
      ['-', '1.1', '-'],
    ])
  })

  test('days pass at once', async () => {
    const before = workbench.clock.now()
    await post('/dev/clock', { kind: 'jump', ms: 7 * DAY_MS })
    expect(workbench.clock.now() - before).toBeGreaterThanOrEqual(7 * DAY_MS)
    expect((await post('/dev/clock', { kind: 'jump', ms: -1 })).statusCode).toBe(400)
  })

  test('failures are those that a user meets, and end', async () => {
    await post('/dev/failures', { mode: 'errors' })
    expect((await server.inject({ url: '/api/app' })).json()).toMatchObject({ code: 'unavailable' })
    expect((await post('/dev/failures', { mode: 'fire' })).statusCode).toBe(400)
    expect((await post('/dev/failures', { mode: 'off' })).statusCode).toBe(200)
    expect((await server.inject({ url: '/api/products' })).statusCode).toBe(200)
  })

  test("an operator's command can be given, and says what is wrong with it", async () => {
    const { output } = (await post('/dev/ops', { line: 'ledger state' })).json()
    expect(output).toMatch(/books +unchecked/)
    expect((await post('/dev/ops', { line: 'users fly' })).json().output).toContain('unknown command')
  })

  test.each(READY_COMMANDS)(
    'the ready-made command "%s" is understood, and carried out or refused in words',
    async (line) => {
      // The development server has one account for everything; here staff have their own.
      const run = (typed: string) => operate(depsOfStaff(server.deps), typed)
      expect((await state()).commands).toContain(line)
      const typed = line.replace('@', user.account)
      expect(await run(`${typed} --help`)).toMatch(/^Usage: ops /)
      const output = await run(typed)
      expect(output).not.toMatch(/error:|unknown|missing|Usage/)
      // A refusal is a sentence, a mistake of ours is not.
      expect(output).toMatch(/\n$|\.$|^$/)
    },
  )
})
