import { validateNewPassword } from './newPasswordRules'
import { initialReset, reduceOf, toRequest } from './resetForm'

const WHOLE = {
  account: 'lin_mei88',
  resetCode: 'AB2C-D3EF-GH4J',
  newPassword: 'violet-harbor-9',
  again: 'violet-harbor-9',
}

test('nothing may be empty, and the two new ones match', () => {
  expect(validateNewPassword('login')(initialReset('').values)).toEqual({
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
  const type = (field: 'newPassword' | 'resetCode', text: string) =>
    reduceOf('trade')(initialReset(''), { type: 'typed', field, text }).values[field]
  expect([type('newPassword', '9a05 1734'), type('resetCode', 'AB2C')]).toEqual(['905173', 'AB2C'])
})

test('a wrong code is said at the code, and goes when the account is corrected', () => {
  const failure = { code: 'reset_code_invalid', details: {}, requestId: 'c1' } as const
  const failed = reduceOf('login')(initialReset('lin'), { type: 'failed', failure, nowMs: 0 })
  expect(failed.errors.resetCode).toBe('errors.reset_code_invalid')
  expect(reduceOf('login')(failed, { type: 'typed', field: 'account', text: 'lin_mei88' }).errors).toEqual({})
})

test('what a paste adds to account and code is not sent', () => {
  expect(toRequest('login', { ...WHOLE, account: ' lin_mei88\u200b ', resetCode: ' ＡＢ 2C\ufeff ' })).toEqual({
    kind: 'login',
    account: 'lin_mei88',
    resetCode: 'AB2C',
    newPassword: WHOLE.newPassword,
  })
})
