import { ENDPOINTS, type EndpointName } from '../../contract/endpoints'
import { createTestApp, LOGIN_PASSWORD } from './app'
import { newId } from './ids'
import { server, user, withServer } from './serverOfFile'

withServer({ user: true, config: { rateLimits: { requests: 0, logins: 3, registrations: 0 } } })

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

test('what the public logs are read by has limits of its own, each address for itself', async () => {
  const own = await createTestApp({ config: { rateLimits: { requests: 6_000, logins: 0, registrations: 0 } } })
  await own.deps.heads.seal()
  for (const [url, limit] of [
    ['/proof/heads/latest', 120],
    // A monitor of every head requests these.
    ['/proof/consistency?from=1&to=1', 600],
    ['/log/tile/0/000.p/1', 600],
  ] as const) {
    const statuses: number[] = []
    for (let asked = 0; asked <= limit; asked++) statuses.push((await own.inject({ url: `/api${url}` })).statusCode)
    expect([url, statuses.filter((status) => status === 200).length]).toEqual([url, limit])
    expect(statuses.at(-1)).toBe(429)
    expect((await own.inject({ url: '/api/health/node' })).statusCode).toBe(200)
  }
  await own.close()
})

test.each(Object.keys(BODIES) as EndpointName[])('%s takes so many tries a minute from one address', async (name) => {
  const { method, path } = ENDPOINTS[name]
  const send = () => server.inject({ method, url: `/api${path}`, headers: user.headers, payload: BODIES[name] ?? {} })
  const answers = [await send(), await send(), await send(), await send()]
  expect(answers.map((answer) => answer.statusCode === 429)).toEqual([false, false, false, true])
  const last = answers[3]?.json()
  expect(last).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: expect.any(Number) } })
})
