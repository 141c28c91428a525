import { type TestUser, TRADE_PASSWORD } from '../../../test/app'
import { server, withServer } from '../../../test/serverOfFile'
import { DAY_MS } from '../../shared/time'
import { GUESS_RULE } from '../../users/guesses'
import type { SessionUser } from './places'

withServer()

const check = (user: SessionUser, password: string) => server.deps.security.checkTradePassword(user, password)
const wrong = (attemptsLeft: number) => ({
  ok: false,
  error: { code: 'trade_password_wrong', details: { attemptsLeft } },
})
const locked = (retryAfterSeconds: number) => ({
  ok: false,
  error: { code: 'trade_password_locked', details: { retryAfterSeconds } },
})
const RIGHT = { ok: true, value: undefined }

test('five wrong ones lock money out for 15 minutes, the right one then counts again, and login is untouched', async () => {
  const user = await server.registerUser()
  for (const left of [4, 3, 2, 1]) expect(await check(user, '000000')).toEqual(wrong(left))
  expect(await server.deps.security.tradePasswordLockedUntil(user)).toBeUndefined()
  expect(await check(user, '000000')).toEqual(locked(900))
  expect(await check(user, TRADE_PASSWORD)).toEqual(locked(900))
  expect(await server.deps.security.tradePasswordLockedUntil(user)).toEqual(
    new Date(server.clock.now() + GUESS_RULE.lockMs),
  )
  const login = await server.logIn(user.account)
  expect(login.statusCode).toBe(201)
  await server.clock.advance(GUESS_RULE.lockMs - 1_000)
  expect(await check(user, TRADE_PASSWORD)).toEqual(locked(1))
  await server.clock.advance(1_000)
  expect(await check(user, '000000')).toEqual(wrong(4))
  expect(await check(user, TRADE_PASSWORD)).toEqual(RIGHT)
})

test('the user is told once that money out is locked', async () => {
  const user = await server.registerUser()
  await Promise.all(Array.from({ length: 12 }, () => check(user, '111111')))
  const messages = await server.database.query('select kind, facts from message where user_id = $1', [user.id])
  expect(messages).toEqual([{ kind: 'security', facts: { event: 'trade_password_locked' } }])
})

test('a right one starts the count again, and so does a day, but no pause between the tries', async () => {
  const user = await server.registerUser()
  for (const left of [4, 3, 2]) expect(await check(user, '000000')).toEqual(wrong(left))
  expect(await check(user, TRADE_PASSWORD)).toEqual(RIGHT)
  for (const left of [4, 3, 2]) expect(await check(user, '000000')).toEqual(wrong(left))
  await server.clock.advance(GUESS_RULE.forgetMs)
  for (const left of [4, 3, 2, 1]) {
    expect(await check(user, '000000')).toEqual(wrong(left))
    await server.clock.advance(GUESS_RULE.lockMs)
  }
  expect(await check(user, '000000')).toEqual(locked(900))
})

test('the right one as the fifth try is right', async () => {
  const user = await server.registerUser()
  for (const left of [4, 3, 2, 1]) expect(await check(user, '000000')).toEqual(wrong(left))
  expect(await check(user, TRADE_PASSWORD)).toEqual(RIGHT)
  expect(await check(user, '000000')).toEqual(wrong(4))
})

test('100 tries that arrive together: five are looked at, even if the last of them would be right', async () => {
  const user = await server.registerUser()
  const passwords = [...Array.from({ length: 99 }, (_, index) => String(100_000 + index)), TRADE_PASSWORD]
  const answers = await Promise.all(passwords.map((password) => check(user, password)))
  const codes = answers.map((answer) => (answer.ok ? 'ok' : answer.error.code))
  expect(codes.filter((code) => code === 'trade_password_wrong').length).toBeLessThanOrEqual(4)
  expect(codes.filter((code) => code === 'trade_password_locked').length).toBeGreaterThanOrEqual(95)
  expect(codes).toHaveLength(100)
})

test('right ones that arrive together lock nobody', async () => {
  const user = await server.registerUser()
  const answers = await Promise.all(Array.from({ length: 20 }, () => check(user, TRADE_PASSWORD)))
  expect(answers).toEqual(answers.map(() => RIGHT))
})

test('one user cannot lock another', async () => {
  const [user, other] = [await server.registerUser(), await server.registerUser()]
  for (let attempt = 0; attempt < 6; attempt++) await check(user, '000000')
  expect(await check(other, TRADE_PASSWORD)).toEqual(RIGHT)
})

/** Another session of the same account, on an unknown device. */
async function elsewhere(user: TestUser): Promise<SessionUser> {
  await server.clock.advance(1_000)
  return server.logInAgain(user)
}

test('a thief with a session of their own cannot lock the owner out, however long they go on', async () => {
  const user = await server.registerUser()
  const thief = await elsewhere(user)
  for (let hours = 0; hours < 24; hours++) {
    for (let tries = 0; tries <= GUESS_RULE.tries; tries++) await check(thief, '000000')
    expect(await check(user, TRADE_PASSWORD)).toEqual(RIGHT)
    expect(await server.deps.security.tradePasswordLockedUntil(user)).toBeUndefined()
    await server.clock.advance(DAY_MS / 24)
  }
})

test('signing in again is no way to go on guessing; the owner on a new device waits a day once the thief is gone', async () => {
  const user = await server.registerUser()
  let looked = 0
  for (let login = 0; login < 12; login++) {
    const thief = await elsewhere(user)
    for (let tries = 0; tries < GUESS_RULE.tries; tries++) {
      const answer = await check(thief, '000000')
      if (!answer.ok && answer.error.code === 'trade_password_wrong') looked++
    }
  }
  expect(looked).toBe(GUESS_RULE.tries - 1)
  const phone = await elsewhere(user)
  expect(await check(phone, TRADE_PASSWORD)).toMatchObject({ error: { code: 'trade_password_locked' } })
  await server.clock.advance(DAY_MS)
  expect(await check(phone, TRADE_PASSWORD)).toEqual(RIGHT)
  // From now on nobody else's tries count there.
  const later = await elsewhere(user)
  for (let tries = 0; tries < GUESS_RULE.tries; tries++) await check(later, '000000')
  expect(await check(later, TRADE_PASSWORD)).toMatchObject({ error: { code: 'trade_password_locked' } })
  expect(await check(phone, TRADE_PASSWORD)).toEqual(RIGHT)
})

test('50 sessions of one thief that are a day old look at five, and push out no device of the owner', async () => {
  const user = await server.registerUser()
  const thieves: SessionUser[] = []
  for (let login = 0; login < 50; login++) thieves.push(await elsewhere(user))
  for (const days of [1, 2]) {
    await server.clock.advance(days * DAY_MS)
    let looked = 0
    for (const thief of thieves.slice(2)) {
      for (let tries = 0; tries < GUESS_RULE.tries; tries++) {
        const answer = await check(thief, '000000')
        if (!answer.ok && answer.error.code === 'trade_password_wrong') looked++
      }
    }
    expect(looked).toBeLessThan(GUESS_RULE.tries)
  }
  const own = await server.database.query('select 1 from device where user_id = $1 and proven_at is not null', [
    user.id,
  ])
  expect(own).toHaveLength(1)
})

test('counts of places that nobody guesses from are forgotten', async () => {
  const user = await server.registerUser()
  await check(await elsewhere(user), '000000')
  await server.clock.advance(GUESS_RULE.forgetMs)
  await check(user, '000000')
  const kept = await server.database.query('select kind from guess where user_id = $1', [user.id])
  expect(kept).toEqual([{ kind: expect.stringMatching(/^trade_password device /) }])
})
