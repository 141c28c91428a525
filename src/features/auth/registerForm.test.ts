import { formOf } from '../../../test/client/forms'
import { passwordStrength } from './passwordStrength'
import { initialRegister, registerRules, validate } from './registerForm'

const GOOD = {
  loginPassword: 'violet-harbor-9',
  loginAgain: 'violet-harbor-9',
  tradePassword: '402913',
  tradeAgain: '402913',
  consent: true,
}

test('matching passwords are fine', () => {
  expect(validate(GOOD)).toEqual({})
})

test('nothing typed', () => {
  const empty = 'common.emptyValue'
  expect(validate(initialRegister())).toEqual({
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
  const form = formOf(registerRules, initialRegister())
  form.change({ tradePassword: '12a 3４4567' })
  expect(form.state().values.tradePassword).toBe('123445')
})

test('typing the first password again clears what was said about its repetition', () => {
  const form = formOf(registerRules, { ...GOOD, loginAgain: 'other' })
  form.check()
  expect(form.state().errors).toEqual({ loginAgain: 'auth.passwordMismatch' })
  form.change({ loginPassword: 'other' })
  expect(form.state().errors).toEqual({})
})

test('the server knows common passwords; all four fields keep what was typed', () => {
  const form = formOf(registerRules, GOOD)
  form.refuse({ code: 'login_password_weak', details: {} })
  expect(form.state().errors).toEqual({ loginPassword: 'errors.login_password_weak' })
  expect(form.state().values).toEqual(GOOD)
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
  expect(passwordStrength(password)).toBe(strength)
})

test('terms that have changed in the meantime are agreed to again', () => {
  const form = formOf(registerRules, GOOD)
  form.refuse({ code: 'terms_not_accepted', details: {} })
  const { values, errors, focus } = form.state()
  expect(values).toEqual({ ...GOOD, consent: false })
  expect([errors, focus]).toEqual([{ consent: 'errors.terms_not_accepted' }, 'consent'])
})
