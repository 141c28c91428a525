import type { TestUser } from './app'
import { brokenInvariants } from './invariants'
import { createWallet, type Wallet } from './wallet'

/** The wallet of the test file that calls `withWallet`. */
export let wallet: Wallet
/** Registered again for each test. */
export let user: TestUser

/** One wallet for the tests of a file, and a user for each, who can take money out unless told otherwise; the books add up after each. */
export function withWallet({ ready = true } = {}) {
  beforeAll(async () => {
    wallet = await createWallet()
  })
  beforeEach(async () => {
    user = await (ready ? wallet.registerReady() : wallet.registerUser())
  })
  afterEach(async () => expect(await brokenInvariants(wallet.database)).toEqual([]))
  afterAll(() => wallet.close())
}
