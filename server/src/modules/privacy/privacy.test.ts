import { codeOf } from '../../../../test/support/answers'
import { createTestApp, LOGIN_PASSWORD, type TestApp, type TestUser } from '../../../test/app'
import { asked } from '../../../test/asks'
import { newId } from '../../../test/ids'
import { brokenInvariants } from '../../../test/invariants'
import { ID_NUMBER, REAL_NAME } from '../../../test/personal'
import { jpegPhoto, submitVerification, uploadPhoto } from '../../../test/photos'
import { createTotpFor } from '../../../test/totp'
import { demoOrder } from '../../../test/tradingFloor'
import { toRefusal } from '../../plugins/errors'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp({ market: true })
  await server.clock.advance(2_000)
  await server.deps.market.flush()
})
afterAll(async () => {
  expect(await brokenInvariants(server.database)).toEqual([])
  await server.close()
})

const post = (user: TestUser, tail: string, payload: object) => server.call(user, 'POST', `/me/${tail}`, payload)
const exportOf = (user: TestUser, fields: object = {}) =>
  post(user, 'export', { loginPassword: LOGIN_PASSWORD, ...fields })
const remove = (user: TestUser, fields: object = {}) =>
  post(user, 'deletion', { loginPassword: LOGIN_PASSWORD, ...fields })
const refusal = (response: { json(): unknown }) => {
  const { code, details } = response.json() as { code?: string; details?: object }
  return details ? { code, details } : { code }
}

/** Prices are of now, however far a test has moved the clock. */
async function placeOrder(user: TestUser) {
  await server.clock.advance(1_000)
  await server.deps.market.flush()
  return server.call(user, 'POST', '/orders', asked(demoOrder({ stake: '10.00' })))
}

async function decideVerification(user: TestUser) {
  await server.database.withTransaction((tx) => server.deps.verification.markOpened(tx, user.id))
  const at = new Date(server.clock.now())
  await server.database.withTransaction((tx) => server.deps.verification.decide(tx, user.id, { approved: {} }, at))
}

describe('export', () => {
  test('asks for the second factor where it is on: a borrowed session and the password are not enough', async () => {
    const user = await server.registerUser()
    const totp = await createTotpFor(server, user)
    const refused = await exportOf(user)
    expect([refused.statusCode, codeOf(refused), refused.json().sections]).toEqual([
      403,
      'second_factor_required',
      undefined,
    ])
    expect(codeOf(await exportOf(user, { secondFactorCode: '000000' }))).toBe('second_factor_wrong')
    await server.clock.advance(30_000)
    expect((await exportOf(user, { secondFactorCode: totp.code() })).json()).toHaveProperty('sections')
  })

  test('holds everything that is kept about the user, and nothing of anyone else', async () => {
    const user = await server.registerUser('exporter')
    const stranger = await server.registerUser('stranger')
    await submitVerification(server, user)
    await submitVerification(server, stranger)
    expect((await placeOrder(user)).statusCode).toBe(201)
    const answer = await exportOf(user)
    expect(answer.statusCode).toBe(200)
    const { sections } = answer.json()
    expect(sections.account).toMatchObject({ account: 'exporter', phone: `+86${user.phone}`, phoneCountry: 'CN' })
    expect(sections.account.sessions.rows).toHaveLength(1)
    expect(sections.verification).toMatchObject({ name: REAL_NAME, idNumber: ID_NUMBER, status: 'submitted' })
    expect(sections.orders.rows).toMatchObject([{ symbol: 'BTCUSDT', stake: '10.00', status: 'pending' }])
    expect(sections.ledger.rows.map((row: { kind: string }) => row.kind)).toEqual([
      'orderPlaced',
      'orderPlaced',
      'demoGrant',
    ])
    expect(sections.uploads.rows).toHaveLength(2)
    const jpeg = Buffer.from(sections.uploads.rows[0].jpegBase64, 'base64')
    expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(sections.security.secondFactor).toEqual({ enabled: false, recoveryCodesLeft: 0 })
    expect(sections.messages).toEqual({ rows: [], truncated: false, muted: [] })
    for (const foreign of ['stranger', stranger.phone, 'argon2', user.token, 'v1.']) {
      expect(answer.body).not.toContain(foreign)
    }
  })

  test('asks for the password, and limits guesses at it', async () => {
    const user = await server.registerUser()
    const guess = (loginPassword: string) => post(user, 'export', { loginPassword })
    for (const attemptsLeft of [4, 3, 2, 1]) {
      expect(refusal(await guess('not mine'))).toEqual({ code: 'password_wrong', details: { attemptsLeft } })
    }
    expect(codeOf(await guess('not mine'))).toBe('rate_limited')
    expect(codeOf(await guess(LOGIN_PASSWORD))).toBe('rate_limited')
    expect(codeOf(await remove(user))).toBe('rate_limited')
  })
})

describe('deletion', () => {
  test('takes the identity away and leaves the books', async () => {
    const user = await server.registerUser('leaving_1')
    await submitVerification(server, user)
    await decideVerification(user)
    await uploadPhoto(server, user, 'deposit_receipt')
    const other = (await server.logIn('leaving_1')).json<{ token: string }>()
    const { openingCode } = (await server.call(user, 'GET', '/me')).json()
    expect((await remove(user)).statusCode).toBe(204)

    for (const token of [user.token, other.token]) {
      const headers = { authorization: `Bearer ${token}` }
      expect((await server.inject({ method: 'GET', url: '/api/me', headers })).statusCode).toBe(401)
    }
    expect(codeOf(await server.logIn('leaving_1'))).toBe('wrong_credentials')
    expect(codeOf(await server.logIn(`~${user.id}`))).toBe('wrong_credentials')
    const row = await server.database.first<Record<string, unknown>>('select * from app_user where id = $1', [user.id])
    expect(row).toMatchObject({
      account: `~${user.id}`,
      nickname: '',
      phone_country: '',
      login_password_hash: '',
      trade_password_hash: '',
      deleted_at: new Date(server.clock.now()),
    })
    await server.deps.uploads.sweep()
    expect(await server.database.query('select 1 from upload where user_id = $1', [user.id])).toEqual([])

    const balances = await server.database.query<{ balance: bigint }>(
      'select balance from ledger_account where user_id = $1',
      [user.id],
    )
    expect(balances.map((account) => account.balance)).toEqual([0n, 0n, 0n, 0n, 0n])
    const kinds = await server.database.query<{ kind: number }>(
      'select kind from ledger_transfer where user_id = $1 order by id',
      [user.id],
    )
    expect(kinds.map((transfer) => transfer.kind)).toEqual([1, 50])
    expect(await brokenInvariants(server.database)).toEqual([])

    // The code that others may still hold opens nothing; account and phone number are free again.
    const register = (code: string) => server.register('leaving_1', user.phone, code)
    expect(codeOf(await register(openingCode))).toBe('opening_code_unknown')
    expect((await register(await server.openingCode())).statusCode).toBe(201)
  })

  test('waits for open orders and for a review', async () => {
    const user = await server.registerUser()
    await placeOrder(user)
    await submitVerification(server, user)
    expect(refusal(await remove(user))).toEqual({
      code: 'deletion_blocked',
      details: { blockers: ['orders', 'verification'] },
    })
    await decideVerification(user)
    expect(refusal(await remove(user))).toEqual({ code: 'deletion_blocked', details: { blockers: ['orders'] } })
    expect((await server.call(user, 'GET', '/me')).statusCode).toBe(200)
  })

  test('with live funds the balance has to be withdrawn first', async () => {
    const user = await server.registerUser()
    server.deps.config.funds = 'live'
    try {
      expect(refusal(await remove(user))).toEqual({ code: 'deletion_blocked', details: { blockers: ['balance'] } })
    } finally {
      server.deps.config.funds = 'demo'
    }
  })

  test('asks for the second factor where it is on', async () => {
    const user = await server.registerUser()
    const totp = await createTotpFor(server, user)
    expect(codeOf(await remove(user))).toBe('second_factor_required')
    await server.clock.advance(30_000)
    expect((await remove(user, { secondFactorCode: totp.code() })).statusCode).toBe(204)
  })

  test('a request that was under way brings nothing personal back', async () => {
    const user = await server.registerUser()
    const results = await Promise.all([
      remove(user),
      ...Array.from({ length: 5 }, () => server.logIn(user.account)),
      uploadPhoto(server, user, 'id_front').catch(() => 'refused'),
      placeOrder(user),
    ])
    const deleted = results[0]
    if (deleted.statusCode === 204) {
      for (const table of ['session', 'device', 'login_record']) {
        expect(await server.database.query(`select 1 from ${table} where user_id = $1`, [user.id])).toEqual([])
      }
    } else expect(codeOf(deleted)).toBe('deletion_blocked')
  })

  test('twelve logins on new devices beside a deletion: each waits for the other in one order, and none fails', async () => {
    for (let round = 0; round < 4; round++) {
      const user = await server.registerUser()
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, () => server.logIn(user.account)),
        remove(user),
        ...Array.from({ length: 6 }, () => server.logIn(user.account)),
      ])
      expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([])
    }
    const deadlocks = await server.database.first<{ deadlocks: bigint }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    expect(deadlocks).toEqual({ deadlocks: 0n })
  })

  test('what a request brings after the deletion is refused as a request without a session', async () => {
    const user = await server.registerUser()
    await remove(user)
    const late = server.deps.uploads.store(user.id, { id: newId(), purpose: 'id_front' }, await jpegPhoto())
    expect(toRefusal(await late.catch((error: unknown) => error))).toEqual({ code: 'unauthenticated' })
    expect(await server.database.query('select 1 from upload where user_id = $1', [user.id])).toEqual([])
  })

  test('several deletions at once delete once, and the funds go back once', async () => {
    const user = await server.registerUser()
    await Promise.all(Array.from({ length: 4 }, () => remove(user)))
    const closed = await server.database.query('select 1 from ledger_transfer where user_id = $1 and kind = 50', [
      user.id,
    ])
    expect(closed).toHaveLength(1)
  })
})
