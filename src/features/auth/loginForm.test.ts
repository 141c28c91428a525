import { initialLogin, loginRequest, reduceOf, summarise } from './loginForm'

const NOW = 1_000_000
const reduce = reduceOf(false)
const typed = (account: string, password: string) => {
  const first = reduce(initialLogin(''), { type: 'typed', field: 'account', text: account })
  return reduce(first, { type: 'typed', field: 'password', text: password })
}

test('empty fields say so and nothing is sent', () => {
  const state = reduce(initialLogin(''), { type: 'submitted', nowMs: NOW })
  expect(state).toMatchObject({
    phase: 'editing',
    errors: { account: 'common.emptyValue', password: 'common.emptyValue' },
    focus: 'account',
  })
})

test('a wrong password keeps both fields and stands under the password until one of them changes', () => {
  const sending = reduce(typed('lin_mei88', 'secret-1'), { type: 'submitted', nowMs: NOW })
  expect(sending.phase).toBe('sending')
  const failure = { code: 'wrong_credentials', details: {} } as const
  const refused = reduce(sending, { type: 'failed', failure, nowMs: NOW })
  expect(refused).toMatchObject({
    phase: 'editing',
    values: { account: 'lin_mei88', password: 'secret-1' },
    errors: { password: 'errors.wrong_credentials' },
  })
  expect(reduce(refused, { type: 'typed', field: 'account', text: 'lin_mei8' }).errors).toEqual({})
})

test('what is being sent is not sent again', () => {
  const sending = reduce(typed('lin_mei88', 'secret-1'), { type: 'submitted', nowMs: NOW })
  expect(reduce(sending, { type: 'submitted', nowMs: NOW })).toBe(sending)
})

test('a slow-down counts whole seconds and refuses tries until it is over', () => {
  const sending = reduce(typed('lin_mei88', 'secret-1'), { type: 'submitted', nowMs: NOW })
  const failure = { code: 'rate_limited', details: { retryAfterSeconds: 8 } } as const
  const slowed = reduce(sending, { type: 'failed', failure, nowMs: NOW })
  expect(summarise(slowed, NOW)).toEqual({ sending: false, waitSeconds: 8, failure: undefined })
  expect(summarise(slowed, NOW + 7_001).waitSeconds).toBe(1)
  expect(reduce(slowed, { type: 'submitted', nowMs: NOW + 7_999 })).toBe(slowed)
  expect(reduce(slowed, { type: 'submitted', nowMs: NOW + 8_000 }).phase).toBe('sending')
})

test('no network is said in the form, and typing takes it away', () => {
  const sending = reduce(typed('lin_mei88', 'secret-1'), { type: 'submitted', nowMs: NOW })
  const failed = reduce(sending, { type: 'failed', failure: { code: 'network', details: {} }, nowMs: NOW })
  expect(summarise(failed, NOW).failure).toBe('errors.network')
  expect(reduce(failed, { type: 'typed', field: 'password', text: 'x' }).failure).toBeUndefined()
})

test('what a paste adds to the account is not sent, a password is as typed', () => {
  expect(loginRequest({ account: ' \u202aｌｉｎ＿ｍｅｉ88\u200b ', password: ' a b ', code: '123 456' })).toEqual({
    account: 'lin_mei88',
    password: ' a b ',
    secondFactorCode: '123456',
  })
})

test('a second factor is asked for without a reproach, and then must not be empty', () => {
  const sending = reduce(typed('lin_mei88', 'secret-1'), { type: 'submitted', nowMs: NOW })
  const failure = { code: 'second_factor_required', details: {} } as const
  const asked = reduce(sending, { type: 'failed', failure, nowMs: NOW })
  expect(asked).toMatchObject({
    phase: 'editing',
    errors: {},
    focus: 'code',
    values: { account: 'lin_mei88', password: 'secret-1' },
  })
  const again = reduceOf(true)
  expect(again(asked, { type: 'submitted', nowMs: NOW })).toMatchObject({
    phase: 'editing',
    errors: { code: 'common.emptyValue' },
  })
  const withCode = again(asked, { type: 'typed', field: 'code', text: '123456' })
  const sent = again(withCode, { type: 'submitted', nowMs: NOW })
  expect(sent.phase).toBe('sending')
  const wrong = again(sent, { type: 'failed', failure: { code: 'second_factor_wrong', details: {} }, nowMs: NOW })
  expect(wrong).toMatchObject({ errors: { code: 'errors.second_factor_wrong' }, values: { password: 'secret-1' } })
})
