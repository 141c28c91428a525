import { isInvalidAccount, parsePhone } from '../../server/src/modules/accounts/identity'
import { findProblem } from '../../server/src/modules/verification/rules'
import { REAL_NAME } from '../../server/test/personal'
import type { NewAccount, newAccount } from '../e2e/account'

const NOW = Date.now()
afterEach(() => {
  jest.restoreAllMocks()
  process.env.JEST_WORKER_ID = '1'
})

/** Two accounts of a test file that a worker begins at `at`. */
function accountsOf(worker: number, at: number): NewAccount[] {
  process.env.JEST_WORKER_ID = `${worker}`
  jest.spyOn(Date, 'now').mockReturnValue(at)
  const made: NewAccount[] = []
  jest.isolateModules(() => {
    const { newAccount: make } = require('../e2e/account') as { newAccount: typeof newAccount }
    made.push(make('desk1'), make('desk1'))
  })
  return made
}

test('no two accounts of journeys are alike: files begun in the same millisecond, and one begun when another ended', () => {
  const made = [1, 2, 3].flatMap((worker) => [...accountsOf(worker, NOW), ...accountsOf(worker, NOW + 2)])
  for (const key of ['account', 'phone', 'idNumber'] as const) {
    expect(new Set(made.map((one) => one[key])).size).toBe(12)
  }
})

test.each([0, 59_999_999, 99_999_999])('an account is one that the rules take, %i ms into the count', (at) => {
  for (const { account, phone, idNumber } of [1, 4].flatMap((worker) => accountsOf(worker, at))) {
    expect([account, isInvalidAccount(account)]).toEqual([account, false])
    expect([phone, parsePhone('CN', phone)]).toEqual([phone, `+86${phone}`])
    expect(findProblem({ name: REAL_NAME, nationality: 'CN', idNumber }, [])).toBeUndefined()
  }
})
