import { Writable } from 'node:stream'
import { createLog } from '../src/plugins/log'
import { createTestApp, LOGIN_PASSWORD, TRADE_PASSWORD } from './app'

test('no password, token, phone or opening code reaches the log, whatever fails', async () => {
  let text = ''
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  const log = createLog('trace', destination)
  const server = await createTestApp({ log })
  const user = await server.registerUser()
  const openingCode = await server.openingCode()
  const post = (url: string, payload: object) => server.inject({ method: 'POST', url: `/api${url}`, payload })

  await post('/registrations', { account: user.account, phone: user.phone, phoneCountry: 'CN', openingCode })
  await post('/registrations', { account: user.account, phone: user.phone, openingCode, tradePassword: TRADE_PASSWORD })
  await post('/sessions', { account: user.account, password: `${LOGIN_PASSWORD}!` })
  // A failure inside the database carries the row's values in its details.
  await server.database.query('alter table registration add constraint closed_today check (false) not valid')
  const failed = await post('/registrations', {
    account: 'somebody',
    phone: '13712345678',
    phoneCountry: 'CN',
    openingCode,
  })
  expect(failed.statusCode).toBe(500)
  log.info({ token: user.token, user: { phone: user.phone, loginPassword: LOGIN_PASSWORD } }, 'a careless line')
  log.info({ req: { headers: user.headers } }, 'another one')
  await server.close()

  expect(text).toContain('a request failed unexpectedly')
  expect(text).toContain('[redacted]')
  for (const secret of [user.token, user.phone, '13712345678', LOGIN_PASSWORD, TRADE_PASSWORD, openingCode]) {
    expect(text).not.toContain(secret)
  }
})
