import { formOf } from '../../../test/client/forms'
import { checkRequest, initialRegisterCheck, registerCheckRules, validate } from './registerCheckForm'

const GOOD = { account: 'lin_mei88', phone: '138 0013 8000', phoneCountry: 'CN', openingCode: '7F3K9Q' }

test('good answers have no error and are sent bare', () => {
  expect(validate(GOOD)).toEqual({})
  expect(checkRequest({ ...GOOD, account: ' lin_mei88\u200b ' })).toEqual({ ...GOOD, phone: '13800138000' })
})

test('empty fields are empty values', () => {
  expect(validate({ account: ' ', phone: '', phoneCountry: 'CN', openingCode: '' })).toEqual({
    account: 'common.emptyValue',
    phone: 'common.emptyValue',
    openingCode: 'common.emptyValue',
  })
})

test.each([
  [{ account: 'short' }, { account: 'errors.account_invalid' }],
  [{ account: 'thirteen_char' }, { account: 'errors.account_invalid' }],
  [{ phone: '12800138000' }, { phone: 'auth.phoneRuleChina' }],
  [{ phone: '1380013800' }, { phone: 'auth.phoneRuleChina' }],
  [{ phoneCountry: 'DE', phone: '12' }, { phone: 'errors.phone_invalid' }],
  [{ phoneCountry: 'DE', phone: '0151abc' }, { phone: 'errors.phone_invalid' }],
  [{ openingCode: '7F3' }, { openingCode: 'auth.openingCodeRule' }],
])('%p is refused', (change, errors) => {
  expect(validate({ ...GOOD, ...change })).toEqual(errors)
})

test.each([
  ['CN', '+86 138-0013-8000', '13800138000'],
  ['CN', '0086\u00a0138\u200b0013–8000', '13800138000'],
  ['CN', '１３８００１３８０００', '13800138000'],
  ['DE', '(0151) 234/567.89', '015123456789'],
  ['TH', '๐๘๑ ๒๓๔ ๕๖๗๘', '0812345678'],
  ['EG', '٠١٠ ٠١٢٣ ٤٥٦٧', '01001234567'],
])('%s: the phone number of %s is %s', (phoneCountry, phone, expected) => {
  expect(checkRequest({ ...GOOD, phoneCountry, phone }).phone).toBe(expected)
})

test('a link brings its code, an earlier visit the rest', () => {
  expect(initialRegisterCheck(null, undefined)).toEqual({
    account: '',
    phone: '',
    phoneCountry: 'CN',
    openingCode: '',
  })
  const kept = { ...GOOD, phoneCountry: 'TH' }
  expect(initialRegisterCheck(kept, ' 9abc2d ')).toEqual({ ...kept, openingCode: '9ABC2D' })
  expect(initialRegisterCheck({ ...GOOD, phoneCountry: 'QQ' }, undefined).phoneCountry).toBe('CN')
})

test('a refused phone is forgiven when its country changes', () => {
  const form = formOf(registerCheckRules, initialRegisterCheck({ ...GOOD, phone: '1' }, undefined))
  form.check()
  expect(form.state().errors.phone).toBe('auth.phoneRuleChina')
  form.change({ phoneCountry: 'TH' })
  expect(form.state().errors).toEqual({})
})

test('codes are typed in any way', () => {
  const form = formOf(registerCheckRules, initialRegisterCheck(null, undefined))
  form.change({ openingCode: '7f3 k9q' })
  expect(form.state().values.openingCode).toBe('7F3K9Q')
})
