import { formOf } from '../../../test/client/forms'
import { validateNewPassword } from './newPasswordRules'
import { initialReset, resetRules, toRequest } from './resetForm'

const WHOLE = {
  account: 'lin_mei88',
  resetCode: 'AB2C-D3EF-GH4J',
  newPassword: 'violet-harbor-9',
  again: 'violet-harbor-9',
}

test('nothing may be empty, and the two new ones match', () => {
  expect(validateNewPassword('login')(initialReset(''))).toEqual({
    account: 'common.emptyValue',
    resetCode: 'common.emptyValue',
    newPassword: 'common.emptyValue',
    again: 'common.emptyValue',
  })
  expect(validateNewPassword('login')(WHOLE)).toEqual({})
  expect(validateNewPassword('login')({ ...WHOLE, again: 'x' })).toEqual({ again: 'auth.passwordMismatch' })
  expect(validateNewPassword('trade')({ ...WHOLE, newPassword: '9051', again: '9051' })).toEqual({
    newPassword: 'errors.trade_password_invalid',
  })
})

test('a trade password takes digits only, the code anything', () => {
  const form = formOf(resetRules('trade'), initialReset(''))
  form.change({ newPassword: '9a05 1734' })
  form.change({ resetCode: 'AB2C' })
  expect(form.state().values).toMatchObject({ newPassword: '905173', resetCode: 'AB2C' })
})

test('a wrong code is said at the code, and goes when the account is corrected', () => {
  const form = formOf(resetRules('login'), initialReset('lin'))
  form.refuse({ code: 'reset_code_invalid', details: {} })
  expect(form.state().errors.resetCode).toBe('errors.reset_code_invalid')
  form.change({ account: 'lin_mei88' })
  expect(form.state().errors).toEqual({})
})

test('what a paste adds to account and code is not sent', () => {
  expect(toRequest('login', { ...WHOLE, account: ' lin_mei88\u200b ', resetCode: ' ＡＢ 2C\ufeff ' })).toEqual({
    kind: 'login',
    account: 'lin_mei88',
    resetCode: 'AB2C',
    newPassword: WHOLE.newPassword,
  })
})
