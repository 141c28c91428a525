import { initialRegister, reduce, summarise, validate } from './registerForm'

const GOOD = {
  loginPassword: 'violet-harbor-9',
  loginAgain: 'violet-harbor-9',
  tradePassword: '402913',
  tradeAgain: '402913',
  consent: 'yes',
}

test('matching passwords are fine', () => {
  expect(validate(GOOD)).toEqual({})
})

test('nothing typed', () => {
  const empty = 'common.emptyValue'
  expect(validate(initialRegister().values)).toEqual({
    loginPassword: empty,
    loginAgain: empty,
    tradePassword: empty,
    tradeAgain: empty,
    consent: 'auth.consentNeeded',
  })
})

test.each([
  [{ loginAgain: 'violet-harbor-8' }, { loginAgain: 'auth.passwordMismatch' }],
  [{ tradeAgain: '402914' }, { tradeAgain: 'auth.tradePasswordMismatch' }],
  [{ loginPassword: '1234567', loginAgain: '1234567' }, { loginPassword: 'auth.loginPasswordRule' }],
  [{ tradePassword: '40291', tradeAgain: '40291' }, { tradePassword: 'errors.trade_password_invalid' }],
])('%p is refused', (change, errors) => {
  expect(validate({ ...GOOD, ...change })).toEqual(errors)
})

test('a trade password takes six digits of any keyboard and nothing else', () => {
  const state = reduce(initialRegister(), { type: 'typed', field: 'tradePassword', text: '12a 3４4567' })
  expect(state.values.tradePassword).toBe('123445')
})

test('typing the first password again clears what was said about its repetition', () => {
  const typed = { ...initialRegister(), values: { ...GOOD, loginAgain: 'other' } }
  const refused = reduce(typed, { type: 'submitted', nowMs: 0 })
  expect(refused.errors).toEqual({ loginAgain: 'auth.passwordMismatch' })
  expect(reduce(refused, { type: 'typed', field: 'loginPassword', text: 'other' }).errors).toEqual({})
})

test('the server knows common passwords; all four fields keep what was typed', () => {
  const sending = reduce({ ...initialRegister(), values: GOOD }, { type: 'submitted', nowMs: 0 })
  const failure = { code: 'login_password_weak', details: {} } as const
  const refused = reduce(sending, { type: 'failed', failure, nowMs: 0 })
  expect(refused.errors).toEqual({ loginPassword: 'errors.login_password_weak' })
  expect(refused.values).toEqual(GOOD)
})

test.each([
  ['', 0],
  ['abc', 1],
  ['password', 1],
  ['12345678', 1],
  ['aaaaaaaaaaaa', 1],
  ['Qwertyuiop1', 1],
  ['correct horse battery', 4],
  ['Violet-Harbor-9', 4],
])('strength of %p is %i', (password, strength) => {
  expect(summarise({ ...initialRegister(), values: { ...GOOD, loginPassword: password } }, 0).strength).toBe(strength)
})

test('terms that have changed in the meantime are agreed to again', () => {
  const sent = { ...initialRegister(), values: GOOD, phase: 'sending' as const }
  const failure = { code: 'terms_not_accepted' as const, details: {} }
  const state = reduce(sent, { type: 'failed', failure, nowMs: 0 })
  expect(state.values).toEqual({ ...GOOD, consent: '' })
  expect([state.errors, state.focus]).toEqual([{ consent: 'errors.terms_not_accepted' }, 'consent'])
})
