import { validateNewPassword } from './newPasswordRules'
import { initialPassword, reduceOf, toRequest } from './passwordForm'

const filled = {
  oldPassword: 'old secret',
  newPassword: 'new secret 1',
  again: 'new secret 1',
  changeCode: ' ABCD-1234 ',
}

test('nothing may be empty, and the two new ones must match in the words of their kind', () => {
  expect(validateNewPassword('login')(initialPassword().values)).toEqual({
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
  const reduce = reduceOf('trade')
  const typed = reduce(initialPassword(), { type: 'typed', field: 'newPassword', text: '12a34567' })
  expect(typed.values.newPassword).toBe('123456')
  expect(reduce(typed, { type: 'typed', field: 'changeCode', text: 'AB-12' }).values.changeCode).toBe('AB-12')
})

test('a refusal stands beside its field, and what was typed stays', () => {
  const reduce = reduceOf('login')
  const state = { ...initialPassword(), values: filled }
  const refused = reduce(state, { type: 'failed', failure: { code: 'change_code_invalid', details: {} }, nowMs: 0 })
  expect(refused.errors).toEqual({ changeCode: 'errors.change_code_invalid' })
  expect(refused.values).toEqual(filled)
  expect(toRequest('login', filled, true)).toEqual({
    kind: 'login',
    oldPassword: 'old secret',
    newPassword: 'new secret 1',
    changeCode: 'ABCD-1234',
    endOtherSessions: true,
  })
})
