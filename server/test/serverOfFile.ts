import { createTestApp, type TestApp, type TestAppOptions, type TestUser } from './app'

/** The server of the test file that calls `withServer`. */
export let server: TestApp
/** Registered with it where the file asks for it. */
export let user: TestUser

/** One server for the tests of a file. */
export function withServer({ user: isWanted = false, ...options }: TestAppOptions & { user?: boolean } = {}) {
  beforeAll(async () => {
    server = await createTestApp(options)
    if (isWanted) user = await server.registerUser()
  })
  afterAll(() => server.close())
}
