import { formOf } from '../../../test/client/forms'
import { initialLogin, loginRequest, loginRules } from './loginForm'

const filled = () => formOf(loginRules, { ...initialLogin('lin_mei88'), password: 'secret-1' })

test('a wrong password is said under the password until the account changes', () => {
  const form = filled()
  form.refuse({ code: 'wrong_credentials', details: {} })
  expect(form.state().errors).toEqual({ password: 'errors.wrong_credentials' })
  form.change({ account: 'lin_mei8' })
  expect(form.state().errors).toEqual({})
})

test('what a paste adds to the account is not sent, a password is as typed', () => {
  const values = { account: ' \u202aｌｉｎ＿ｍｅｉ88\u200b ', password: ' a b ', code: '123 456', codeAsked: true }
  expect(loginRequest(values)).toEqual({ account: 'lin_mei88', password: ' a b ', secondFactorCode: '123456' })
})

test('a second factor is asked for without a reproach, and then must not be empty', () => {
  const form = filled()
  form.refuse({ code: 'second_factor_required', details: {} })
  expect(form.state()).toMatchObject({
    errors: {},
    focus: 'code',
    values: { account: 'lin_mei88', password: 'secret-1', codeAsked: true },
  })
  expect(form.check()).toBeUndefined()
  expect(form.state().errors).toEqual({ code: 'common.emptyValue' })
  form.change({ code: '123456' })
  expect(form.check()).toMatchObject({ code: '123456' })
  form.refuse({ code: 'second_factor_wrong', details: {} })
  expect(form.state()).toMatchObject({
    errors: { code: 'errors.second_factor_wrong' },
    values: { password: 'secret-1' },
  })
})

test('another account may have no second factor', () => {
  const form = filled()
  form.refuse({ code: 'second_factor_required', details: {} })
  form.change({ password: 'secret-2' })
  expect(form.state().values.codeAsked).toBe(true)
  form.change({ account: 'lin_mei8' })
  expect(form.check()).toMatchObject({ codeAsked: false })
})
