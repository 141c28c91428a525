import { TOTP } from 'otpauth'
import type { BankFile } from '../../../../contract/bankFiles'
import {
  CONSOLE_ENDPOINTS,
  type ConsoleEndpointName,
  PERMISSIONS,
  permissionsOf,
  QUEUES,
  STAFF_ACTION_NAMES,
  STAFF_ACTIONS,
  STAFF_ROLES,
  type StaffRole,
} from '../../../../contract/console'
import { LOCALES } from '../../../../contract/locales'
import { office, server, withConsole } from '../../../test/consoleOfFile'
import { problemOf, STAFF_PASSWORD, type TestStaff } from '../../../test/staff'
import { passwords } from '../../modules/accounts/service'
import { HOUR_MS, MINUTE_MS } from '../../shared/time'
import { actorNamed, may } from '../actor'
import { unwrap } from './http'

withConsole({})

const headers = { 'x-console': '1' }
const signIn = (payload: object) => office.inject({ method: 'POST', url: '/session', headers, payload })

describe('the first administrator', () => {
  let admin: TestStaff

  test('is invited by a link until somebody has joined; each start has a new link, and only the newest works', async () => {
    const [old, token] = [await office.staff.inviteFirst(), await office.staff.inviteFirst()]
    const stale = await office.inject({ method: 'POST', url: '/invitations/open', headers, payload: { token: old } })
    expect([stale.statusCode, problemOf(stale)]).toEqual([404, 'invitation_over'])
    admin = await office.accept(token ?? '')
    expect((await admin.get('/session')).json().staff).toMatchObject({ login: 'admin', roles: [...STAFF_ROLES] })
    expect(await office.staff.inviteFirst()).toBeUndefined()
    const again = await office.inject({ method: 'POST', url: '/invitations/open', headers, payload: { token } })
    expect(problemOf(again)).toBe('invitation_over')
  })

  test('invites alone while nobody could agree, and not after; the house keeps an administrator', async () => {
    const invite = (login: string) =>
      admin.act('staff.invite', { login, name: 'Ada L.', roles: ['administrator'] }, 'joins the team')
    const last = await admin.act('staff.disable', { login: 'admin' }, 'tidying up')
    expect([last.statusCode, problemOf(last)]).toEqual([409, 'last_administrator'])
    const first = (await invite('ada')).json()
    expect(first.state).toBe('done')
    const ada = await office.accept(first.result.token)
    const second = (await invite('bob')).json()
    expect(second).toMatchObject({ state: 'waiting', result: {} })
    const own = await admin.agree(second.proposal)
    expect([own.statusCode, problemOf(own)]).toEqual([409, 'proposal_own'])
    expect((await ada.agree(second.proposal)).json().result.token).toMatch(/^[\w-]{43}$/)
    expect(problemOf(await invite('ada'))).toBe('login_taken')
  })

  test('an invitation asks for a strong password and the code of the app', async () => {
    const { token } = unwrap(
      await server.database.withTransaction((tx) =>
        office.staff.invite(tx, { login: 'eve', name: 'Eve', roles: ['support'], invitedBy: null }),
      ),
    )
    const accept = (password: string, code: string) =>
      office.inject({ method: 'POST', url: '/invitations/accept', headers, payload: { token, password, code } })
    expect(problemOf(await accept('short', '123456'))).toBe('password_weak')
    expect(problemOf(await accept(STAFF_PASSWORD, '000000'))).toBe('code_wrong')
    await server.clock.advance(25 * HOUR_MS)
    expect(problemOf(await accept(STAFF_PASSWORD, '000000'))).toBe('invitation_over')
  })
})

describe('sessions', () => {
  test('a wrong second factor behind a right password locks for longer each time, and the audit log names it', async () => {
    const { database } = server
    await office.join('guessed.one', ['support'])
    let looked = 0
    for (let round = 0; round < 25; round++) {
      for (let tries = 0; tries < 4; tries++) {
        const answer = await signIn({ login: 'guessed.one', password: STAFF_PASSWORD, code: '000000' })
        if (answer.statusCode === 401) looked++
      }
      await server.clock.advance(16 * MINUTE_MS)
    }
    expect(looked).toBeLessThanOrEqual(20)
    const metrics = await server.deps.metrics.registry.metrics()
    expect(metrics).toContain(`\nfairtick_staff_wrong_factors_total ${looked}\n`)
    const entries = await database.query(
      `select details from audit_entry where action = 'staff.factor-wrong' and subject = 'staff guessed.one'`,
    )
    expect(entries).toHaveLength(looked)
    expect(entries).toContainEqual({ details: { factor: 'code', locks: true } })
  })

  test('six sign-ins do not tell whether a login exists', async () => {
    await office.join('known.one', ['support'])
    const answersOf = async (login: string) => {
      const answers: unknown[] = []
      for (let tries = 0; tries < 7; tries++) {
        const answer = await signIn({ login, password: 'a wrong password', code: '123456' })
        answers.push([answer.statusCode, { ...answer.json(), requestId: '' }])
      }
      return answers
    }
    const known = await answersOf('known.one')
    expect(known.at(-1)).toEqual([429, expect.anything()])
    expect(await answersOf('nobody.here')).toEqual(known)
  })

  test('a code counts once, five wrong tries lock, and one answer hides what was wrong', async () => {
    const carl = await office.join('carl', ['support'])
    const used = await signIn({ login: 'carl', password: STAFF_PASSWORD, code: carl.code() })
    expect([used.statusCode, problemOf(used)]).toEqual([401, 'wrong_credentials'])
    await server.clock.advance(MINUTE_MS)
    const right = await signIn({ login: 'CARL', password: STAFF_PASSWORD, code: carl.code() })
    expect(right.statusCode).toBe(200)
    expect(right.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(problemOf(await signIn({ login: 'nobody', password: STAFF_PASSWORD, code: '123456' }))).toBe(
      'wrong_credentials',
    )
    for (let tries = 0; tries < 5; tries++) await signIn({ login: 'carl', password: 'wrong password', code: '123456' })
    await server.clock.advance(MINUTE_MS)
    const locked = await signIn({ login: 'carl', password: STAFF_PASSWORD, code: carl.code() })
    expect([locked.statusCode, locked.json().retryAfterSeconds]).toEqual([429, expect.any(Number)])
    await server.clock.advance(15 * MINUTE_MS)
    expect((await signIn({ login: 'carl', password: STAFF_PASSWORD, code: carl.code() })).statusCode).toBe(200)
  })

  test('end after half an hour without a request, after 12 hours, on leaving, and when the person is disabled', async () => {
    const dora = await office.join('dora', ['support'])
    for (let minutes = 0; minutes < 60; minutes += 20) {
      expect((await dora.get('/session')).statusCode).toBe(200)
      await server.clock.advance(20 * MINUTE_MS)
    }
    await server.clock.advance(11 * MINUTE_MS)
    expect(problemOf(await dora.get('/session'))).toBe('unauthenticated')

    const emil = await office.join('emil', ['support'])
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      expect((await emil.get('/session')).statusCode).toBe(200)
      await server.clock.advance(20 * MINUTE_MS)
    }
    expect((await emil.get('/session')).statusCode).toBe(401)

    const fred = await office.join('fred', ['support'])
    expect((await fred.delete('/session')).statusCode).toBe(200)
    expect((await fred.get('/session')).statusCode).toBe(401)

    const gwen = await office.join('gwen', ['support'])
    await server.database.query(`update staff_member set disabled_at = now() where login = 'gwen'`)
    expect((await gwen.get('/session')).statusCode).toBe(401)
  })

  test('do not begin with a password and an app that were replaced while they were checked', async () => {
    const invited = await server.database.withTransaction((tx) =>
      office.staff.invite(tx, { login: 'rita', name: 'Rita', roles: ['support'], invitedBy: null }),
    )
    const { token } = unwrap(invited)
    const { secret } = unwrap(await office.staff.openInvitation(token))
    await office.accept(token)
    const link = await server.database.withTransaction((tx) => office.staff.reset(tx, 'rita', 'ops'))
    await server.clock.advance(MINUTE_MS)
    // The app runs a step ahead, which is accepted.
    const code = new TOTP({ secret }).generate({ timestamp: server.clock.now() + MINUTE_MS / 2 })
    const { verify } = passwords
    jest.spyOn(passwords, 'verify').mockImplementationOnce(async (stored, password) => {
      const isRight = await verify(stored, password)
      await office.accept(unwrap(link).token)
      return isRight
    })
    const answer = await signIn({ login: 'rita', password: STAFF_PASSWORD, code })
    expect([answer.statusCode, problemOf(answer)]).toEqual([401, 'wrong_credentials'])
  })

  test('nothing is changed for a page of another site, which cannot send our header', async () => {
    const hal = await office.join('hal', ['support'])
    const answer = await office.inject({ method: 'DELETE', url: '/session', headers: { cookie: hal.cookie } })
    expect([answer.statusCode, problemOf(answer)]).toEqual([403, 'forbidden'])
    expect((await hal.get('/session')).statusCode).toBe(200)
  })

  test("a user's token opens nothing here, and a staff cookie nothing there", async () => {
    const user = await server.registerUser()
    const here = await office.inject({ method: 'GET', url: '/session', headers: { ...headers, ...user.headers } })
    expect(here.statusCode).toBe(401)
    const iris = await office.join('iris', ['administrator'])
    const there = await server.inject({ method: 'GET', url: '/api/me', headers: { cookie: iris.cookie } })
    expect(there.statusCode).toBe(401)
    expect((await server.inject({ method: 'GET', url: '/console-api/session' })).statusCode).toBe(404)
  })
})

describe('roles', () => {
  /** A row with its parameters filled in; answers other than "forbidden" are covered by other tests. */
  const SAMPLES: Record<string, string> = {
    ':key': '1',
    ':side': 'front',
    ':queue': 'deposits',
    ':id': '1',
    ':symbol': 'NOTHING',
    ':order': '00000000-0000-7000-8000-000000000000',
    ':article': 'nothing',
    ':code': 'nothing',
    ':name': `${'0'.repeat(64)}.webp`,
    ':action': 'sessions.end',
  }
  const urlOf = (path: string) => path.replace(/:\w+/g, (name) => SAMPLES[name] ?? name)
  const QUERY: Partial<Record<ConsoleEndpointName, string>> = { searchUsers: '?text=nobody' }

  test.each(STAFF_ROLES)('%s reaches exactly what the table gives, by both doors', async (role: StaffRole) => {
    const person = await office.join(`only-${role}`, [role])
    const byKey = unwrap(await actorNamed(server.database, `staff/only-${role}`))
    const mine = permissionsOf([role])
    const wrong: string[] = []
    for (const [name, { method, path, needs }] of Object.entries(CONSOLE_ENDPOINTS)) {
      if (needs === 'none' || needs === 'session') continue
      const url = urlOf(path) + (QUERY[name as ConsoleEndpointName] ?? '')
      const answer = await (method === 'GET' ? person.get(url) : person.post(url))
      const forbidden = answer.statusCode === 403
      if (forbidden === mine.includes(needs)) wrong.push(`${name}: ${answer.statusCode}`)
    }
    // These are open to everybody who is signed in; the handler checks the item itself.
    for (const queue of QUEUES) {
      const claim = await person.claim(queue, '1')
      const release = await person.delete(`/queues/${queue}/1/claim`)
      for (const { statusCode } of [claim, release])
        if ((statusCode === 403) === mine.includes(`${queue}.decide`)) wrong.push(`${queue}: ${statusCode}`)
    }
    for (const action of STAFF_ACTION_NAMES) {
      const isMine = mine.includes(STAFF_ACTIONS[action].permission)
      const answer = await person.post(`/actions/${action}`, ACTION_SAMPLES[action])
      if ((problemOf(answer) !== 'forbidden') !== isMine) wrong.push(`${action}: ${answer.body}`)
      if (may(byKey, action) !== isMine) wrong.push(`${action} by a key`)
    }
    expect(wrong).toEqual([])
  })

  test('a name that is typed on the command line has every action but those on accounts of staff', async () => {
    const typed = unwrap(await actorNamed(server.database, 'ada'))
    expect(STAFF_ACTION_NAMES.filter((action) => !may(typed, action))).toEqual(
      STAFF_ACTION_NAMES.filter((action) => action.startsWith('staff.')),
    )
  })

  const reason = 'trying every role'
  const BANK_FILE: BankFile = {
    encoding: 'utf-8',
    delimiter: ',',
    header: null,
    skip: 0,
    footer: 0,
    ignored: [],
    date: 0,
    dateOrder: 'ymd',
    era: 'common',
    decimal: '.',
    amount: 1,
    credit: null,
    debit: null,
    mark: null,
    marksIn: [],
    marksOut: [],
    reversed: false,
    currency: null,
    fixedCurrency: 'USD',
    texts: [2],
    payer: null,
  }
  const ACTION_SAMPLES: Record<(typeof STAFF_ACTION_NAMES)[number], object> = {
    'verifications.approve': { params: { user: '999999' }, reason },
    'verifications.reject': { params: { user: '999999', told: 'photo_unclear' }, reason },
    'deposits.approve': { params: { reference: 'FD-0', amount: '1.00', late: false }, reason },
    'deposits.reject': { params: { reference: 'FD-0', told: 'payment_not_found' }, reason },
    'bank-files.describe': { params: { name: 'Bank', description: BANK_FILE }, reason },
    'bank-files.remove': { params: { name: 'Bank' }, reason },
    'statement-lines.set-aside': { params: { line: '999999' }, reason },
    'statement-lines.reopen': { params: { line: '999999' }, reason },
    'withdrawals.pick-up': { params: { reference: 'FW-0', amount: '1.00' }, reason },
    'withdrawals.hand-back': { params: { reference: 'FW-0' }, reason },
    'withdrawals.approve': { params: { reference: 'FW-0', amount: '1.00', payoutReference: 'bank 1' }, reason },
    'withdrawals.reject': { params: { reference: 'FW-0', told: 'security_check' }, reason },
    'payout-accounts.reopen': { params: { user: '999999' }, reason },
    'payout-accounts.accept-name': { params: { user: '999999' }, reason },
    'payout-accounts.refuse-name': { params: { user: '999999', told: 'account_holder_differs' }, reason },
    'second-factor.off': { params: { user: '999999' }, reason },
    'change-codes.issue': { params: { user: '999999', kind: 'login' }, reason },
    'reset-codes.issue': { params: { user: '999999', kind: 'login' }, reason },
    'sessions.end': { params: { user: '999999' }, reason },
    'users.freeze': { params: { user: '999999', kind: 'orders', told: 'identity_check' }, reason },
    'users.unfreeze': { params: { user: '999999', kind: 'orders' }, reason },
    'users.set-phone': { params: { user: '999999', country: 'DE', number: '15112345678' }, reason },
    'products.maintenance': { params: { symbol: 'NOTHING', on: true, until: null }, reason },
    'products.change': {
      params: {
        symbol: 'NOTHING',
        from: '2030-01-01T00:00:00.000Z',
        change: { part: 'stakes', terms: { stakeMin: '1.00', stakeMax: '2.00', stakePresets: ['1.00'] } },
      },
      reason,
    },
    'products.withdraw': { params: { change: '999999' }, reason },
    'products.exposure': { params: { symbol: 'NOTHING', up: '1.00', down: null }, reason },
    'content.publish': { params: { article: 'nothing', digest: '0'.repeat(32) }, reason },
    'content.withdraw': { params: { article: 'nothing' }, reason },
    'content.announce': { params: { texts: [{ locale: 'en-US', title: 'A', body: 'B' }] }, reason },
    'savings.income': { params: { day: '2026-01-02', income: '0.5' }, reason },
    'reasons.write': {
      params: {
        what: 'freeze',
        code: 'nothing',
        offered: true,
        texts: LOCALES.map((locale) => ({ locale, text: 'Words' })),
      },
      reason,
    },
    'staff.invite': { params: { login: 'ada', name: 'Ada', roles: ['support'] }, reason },
    'staff.roles': { params: { login: 'nobody', roles: ['support'] }, reason },
    'staff.disable': { params: { login: 'nobody' }, reason },
    'staff.reset': { params: { login: 'nobody' }, reason },
    'staff.link': { params: { login: 'nobody', subject: 'somebody' }, reason },
    'staff.unlink': { params: { login: 'nobody' }, reason },
    'staff.confirm': { params: { login: 'nobody' }, reason },
  }

  test('every permission belongs to a role, and nobody without a session reaches anything', async () => {
    expect(permissionsOf(STAFF_ROLES).sort()).toEqual(Object.keys(PERMISSIONS).sort())
    for (const { method, path, needs } of Object.values(CONSOLE_ENDPOINTS)) {
      if (needs === 'none') continue
      const answer = await office.inject({ method, url: urlOf(path), headers })
      expect([path, answer.statusCode]).toEqual([path, 401])
    }
  })
})
