import type { TestAppOptions, TestUser } from './app'
import { brokenInvariants } from './invariants'
import { createTradingFloor, type TradingFloor } from './tradingFloor'

/** The trading floor of the test file that calls one of the functions below. */
export let floor: TradingFloor
/** Registered with the floor where the file asks for it. */
export let user: TestUser

interface FloorOptions extends TestAppOptions {
  user?: boolean
}

async function open({ user: isWanted, ...options }: FloorOptions) {
  floor = await createTradingFloor(options)
  if (isWanted) user = await floor.registerUser()
}

/** One trading floor for the tests of a file. */
export function withFloor(options: FloorOptions = {}) {
  beforeAll(() => open(options))
  afterAll(() => floor.close())
}

/** A trading floor for each test of a file; the books add up after each. */
export function withFloorEach(options: FloorOptions = {}) {
  beforeEach(() => open(options))
  afterEach(async () => {
    expect(await brokenInvariants(floor.database)).toEqual([])
    await floor.close()
  })
}
