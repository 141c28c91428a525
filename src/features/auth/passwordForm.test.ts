import { formOf } from '../../../test/client/forms'
import { validateNewPassword } from './newPasswordRules'
import { initialPassword, passwordRules, toRequest } from './passwordForm'

const filled = {
  oldPassword: 'old secret',
  newPassword: 'new secret 1',
  again: 'new secret 1',
  changeCode: ' ABCD-1234 ',
}

test('nothing may be empty, and the two new ones must match in the words of their kind', () => {
  expect(validateNewPassword('login')(initialPassword())).toEqual({
    oldPassword: 'common.emptyValue',
    newPassword: 'common.emptyValue',
    again: 'common.emptyValue',
    changeCode: 'common.emptyValue',
  })
  expect(validateNewPassword('login')(filled)).toEqual({})
  expect(validateNewPassword('login')({ ...filled, again: 'x' })).toEqual({ again: 'auth.passwordMismatch' })
  const trade = { ...filled, oldPassword: '111111', newPassword: '222222', again: '222223' }
  expect(validateNewPassword('trade')(trade)).toEqual({ again: 'auth.tradePasswordMismatch' })
  expect(validateNewPassword('trade')({ ...trade, newPassword: '22', again: '22' })).toEqual({
    newPassword: 'errors.trade_password_invalid',
  })
})

test('a trade password takes six digits and nothing else; the code takes all', () => {
  const form = formOf(passwordRules('trade'), initialPassword())
  form.change({ newPassword: '12a34567' })
  form.change({ changeCode: 'AB-12' })
  expect(form.state().values).toMatchObject({ newPassword: '123456', changeCode: 'AB-12' })
})

test('a refusal stands beside its field, and what was typed stays', () => {
  const form = formOf(passwordRules('login'), filled)
  form.refuse({ code: 'change_code_invalid', details: {} })
  expect(form.state().errors).toEqual({ changeCode: 'errors.change_code_invalid' })
  expect(form.state().values).toEqual(filled)
  expect(toRequest('login', filled, true)).toEqual({
    kind: 'login',
    oldPassword: 'old secret',
    newPassword: 'new secret 1',
    changeCode: 'ABCD-1234',
    endOtherSessions: true,
  })
})
