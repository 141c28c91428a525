import { formOf } from '../../../test/client/forms'
import { initialReset, resetRules, toRequest } from './resetForm'

const WHOLE = {
  account: 'lin_mei88',
  resetCode: 'AB2C-D3EF-GH4J',
  newPassword: 'violet-harbor-9',
  again: 'violet-harbor-9',
}

test('a trade password takes digits only, the code anything, and neither the code nor the account may be empty', () => {
  const form = formOf(resetRules('trade'), initialReset(''))
  form.change({ newPassword: '9a05 1734', again: '905173' })
  form.check()
  expect(form.state().errors).toEqual({ account: 'common.emptyValue', resetCode: 'common.emptyValue' })
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
