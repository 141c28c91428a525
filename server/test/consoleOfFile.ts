import type { StaffRole } from '../../contract/console'
import type { TestAppOptions } from './app'
import { createTestConsole, type StaffConsole, type TestStaff } from './staff'
import { createWallet, type Wallet } from './wallet'

/** The server of the test file that calls `withConsole`. */
export let server: Wallet
export let office: StaffConsole

/** One server with its console for the tests of a file. Returns the people who have joined once the tests run, by login. */
export function withConsole<Login extends string>(people: Record<Login, StaffRole[]>, options: TestAppOptions = {}) {
  const logins = Object.keys(people) as Login[]
  const joined = Object.fromEntries(logins.map((login) => [login, {}])) as Record<Login, TestStaff>
  beforeAll(async () => {
    server = await createWallet(options)
    office = await createTestConsole(server)
    for (const login of logins) Object.assign(joined[login], await office.join(login, people[login]))
  })
  afterAll(() => office.close())
  return joined
}
