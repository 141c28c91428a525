import { ENDPOINTS, type EndpointName } from '../../contract/endpoints'
import { newId } from '../src/shared/ids'
import { createTestApp, LOGIN_PASSWORD, type TestApp, type TestUser } from './app'

let server: TestApp
let user: TestUser
beforeAll(async () => {
  server = await createTestApp({ config: { rateLimits: { requests: 0, logins: 3, registrations: 0 } } })
  user = await server.registerUser()
})
afterAll(() => server.close())

/** Right bodies and wrong ones alike: the address is limited before anything is looked at. */
const BODIES: Partial<Record<EndpointName, object>> = {
  changePassword: {
    kind: 'login',
    oldPassword: 'a',
    newPassword: 'b',
    changeCode: 'c',
    endOtherSessions: false,
  },
  beginSecondFactor: { loginPassword: LOGIN_PASSWORD },
  enableSecondFactor: { code: '123456' },
  disableSecondFactor: { loginPassword: LOGIN_PASSWORD, code: '123456' },
  exportMe: { loginPassword: LOGIN_PASSWORD },
  deleteMe: { loginPassword: 'a' },
  submitVerification: {
    name: 'A',
    nationality: 'DE',
    idNumber: 'A',
    frontPhotoId: newId(),
    backPhotoId: newId(),
  },
  uploadPhoto: {},
}

test.each(Object.keys(BODIES) as EndpointName[])('%s takes so many tries a minute from one address', async (name) => {
  const { method, path } = ENDPOINTS[name]
  const send = () => server.inject({ method, url: `/api${path}`, headers: user.headers, payload: BODIES[name] ?? {} })
  const answers = [await send(), await send(), await send(), await send()]
  expect(answers.map((answer) => answer.statusCode === 429)).toEqual([false, false, false, true])
  const last = answers[3]?.json()
  expect(last).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: expect.any(Number) } })
})
