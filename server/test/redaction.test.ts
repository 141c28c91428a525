import { createServer } from 'node:net'
import { Writable } from 'node:stream'
import { present } from '../src/shared/assert'
import { createLog } from '../src/shared/log'
import { createTestApp, LOGIN_PASSWORD, type TestApp, type TestUser, TRADE_PASSWORD } from './app'
import { ID_NUMBER, REAL_NAME } from './personal'
import { jpegPhoto, multipartBody, sendPhoto, verificationAnswers } from './photos'
import { createTotpFor } from './totp'

/** A log of everything, into memory. */
function listeningLog() {
  const written = { text: '' }
  const destination = new Writable({
    write(chunk, _encoding, done) {
      written.text += chunk
      done()
    },
  })
  return { log: createLog('trace', destination), written }
}

test('no password, token, phone or opening code reaches the log, whatever fails', async () => {
  const { log, written } = listeningLog()
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

  expect(written.text).toContain('a request failed unexpectedly')
  expect(written.text).toContain('[redacted]')
  for (const secret of [user.token, user.phone, '13712345678', LOGIN_PASSWORD, TRADE_PASSWORD, openingCode]) {
    expect(written.text).not.toContain(secret)
  }
})

const CARD_NUMBER = '6222021234567890128'
const CHANGED_PASSWORD = 'a password after that'

/** Everything about identity, once as it should be and once broken by the database; returns what was secret in it. */
async function liveThrough(server: TestApp, user: TestUser): Promise<string[]> {
  const post = (url: string, payload: object) =>
    server.inject({ method: 'POST', url: `/api${url}`, headers: user.headers, payload })
  const answers = await verificationAnswers(server, user)
  await post('/verification', { ...answers, idNumber: `${ID_NUMBER}1` })
  await post('/verification', { ...answers, name: [REAL_NAME] })
  expect((await post('/verification', answers)).statusCode).toBe(200)
  const { code } = await server.database.withTransaction((tx) =>
    server.deps.security.issueChangeCode(tx, { userId: user.id, kind: 'login', issuedBy: 'ada' }),
  )
  const change = {
    kind: 'login',
    oldPassword: LOGIN_PASSWORD,
    newPassword: CHANGED_PASSWORD,
    changeCode: code,
    endOtherSessions: true,
  }
  await post('/password-changes', { ...change, changeCode: `${code}-more` })
  await post('/password-changes', { ...change, surprise: code })
  const totp = await createTotpFor(server, user)
  await post('/sessions', { account: user.account, password: LOGIN_PASSWORD, secondFactorCode: totp.recoveryCodes[0] })
  await server.call(user, 'PUT', '/payout-account', {
    kind: 'bank_card',
    accountName: REAL_NAME,
    nationality: 'CN',
    bank: 'ICBC',
    cardNumber: CARD_NUMBER,
    accountAddress: 'Main Street 1',
    tradePassword: TRADE_PASSWORD,
  })
  expect(
    (await post('/me/export', { loginPassword: LOGIN_PASSWORD, secondFactorCode: totp.recoveryCodes[2] })).statusCode,
  ).toBe(200)
  await post('/me/deletion', { loginPassword: LOGIN_PASSWORD, secondFactorCode: totp.recoveryCodes[1] })

  for (const table of ['verification', 'upload', 'guess', 'change_code', 'second_factor']) {
    await server.database.query(`alter table ${table} add constraint ${table}_closed check (false) not valid`)
  }
  const other = await server.registerUser('redacted_2')
  const broken = [
    await sendPhoto(server, other, await jpegPhoto()),
    await server.call(other, 'POST', '/password-changes', change),
    await server.call(other, 'POST', '/second-factor/setup', { loginPassword: LOGIN_PASSWORD }),
  ]
  for (const answer of broken) expect(answer.statusCode).toBe(500)
  const grouped = totp.secret.match(/.{1,8}/g) ?? []
  return [code, code.replaceAll('-', ''), totp.secret, ...grouped, ...totp.recoveryCodes, user.phone, other.token]
}

test('no name, ID number, card number, code, secret or photo reaches the log, whatever fails', async () => {
  const { log, written } = listeningLog()
  const server = await createTestApp({ log })
  const user = await server.registerUser('redacted_1')
  const secrets = await liveThrough(server, user)
  log.info({ idNumber: ID_NUMBER, user: { name: REAL_NAME, cardNumber: CARD_NUMBER } }, 'a careless line')
  log.info({ changeCode: secrets[0], body: { loginPassword: LOGIN_PASSWORD } }, 'another one')
  // If the database cannot read a value, its error repeats the value.
  const unreadable = await server.database.query('select $1::text::bigint', [`${CARD_NUMBER}x`]).catch((error) => error)
  log.error({ err: unreadable }, 'a third')
  await server.close()

  expect(written.text).toContain('a request failed unexpectedly')
  expect(written.text).toContain('the database refused a value')
  const personal = [REAL_NAME, ID_NUMBER, CARD_NUMBER, LOGIN_PASSWORD, CHANGED_PASSWORD, TRADE_PASSWORD, user.token]
  for (const secret of [...personal, ...secrets]) expect(written.text).not.toContain(secret)
  for (const trace of ['JFIF', '/9j/', 'otpauth', 'argon2', 'v1.']) expect(written.text).not.toContain(trace)
})

test('a store that fails is logged by what failed, not by what was to be stored or how one gets in', async () => {
  const refusing = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
  const address = present(refusing.address(), 'it listens')
  const { log, written } = listeningLog()
  const server = await createTestApp({
    log,
    config: {
      objectStore: {
        kind: 's3',
        endpoint: `http://127.0.0.1:${typeof address === 'string' ? 0 : address.port}`,
        bucket: 'photos',
        prefix: '',
        region: 'us-east-1',
        accessKeyId: 'the-access-key',
        secretAccessKey: 'the-secret-key',
      },
    },
  })
  const user = await server.registerUser()
  const { payload, headers } = multipartBody(await jpegPhoto())
  const answer = await server.inject({
    method: 'POST',
    url: '/api/uploads?id=0189aaaa-0000-7000-8000-000000000001&purpose=id_front',
    headers: { ...user.headers, ...headers },
    payload,
  })
  expect(answer.statusCode).toBe(503)
  await server.close()
  await new Promise((resolve) => refusing.close(resolve))
  expect(written.text).toContain('a picture could not be stored')
  for (const secret of ['the-access-key', 'the-secret-key', 'id card', 'JFIF'])
    expect(written.text).not.toContain(secret)
})
