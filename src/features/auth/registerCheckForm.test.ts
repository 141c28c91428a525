import { checkRequest, initialRegisterCheck, nationalNumber, reduce, validate } from './registerCheckForm'

const GOOD = { account: 'lin_mei88', phone: '138 0013 8000', phoneCountry: 'CN', openingCode: '7F3K9Q' }

test('good answers have no error and are sent bare', () => {
  expect(validate(GOOD)).toEqual({})
  expect(checkRequest({ ...GOOD, account: ' lin_mei88 ' })).toEqual({ ...GOOD, phone: '13800138000' })
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
  [{ phone: '12800138000' }, { phone: 'errors.phone_invalid' }],
  [{ phone: '1380013800' }, { phone: 'errors.phone_invalid' }],
  [{ phoneCountry: 'DE', phone: '12' }, { phone: 'errors.phone_invalid' }],
  [{ phoneCountry: 'DE', phone: '0151abc' }, { phone: 'errors.phone_invalid' }],
  [{ openingCode: '7F3' }, { openingCode: 'auth.openingCodeRule' }],
])('%p is refused', (change, errors) => {
  expect(validate({ ...GOOD, ...change })).toEqual(errors)
})

test('a calling code that was typed as well is not part of the number', () => {
  expect(nationalNumber('+86 138-0013-8000', 'CN')).toBe('13800138000')
  expect(nationalNumber('(0151) 23456789', 'DE')).toBe('015123456789')
})

test('a link brings its code, an earlier visit the rest', () => {
  expect(initialRegisterCheck(null, undefined).values).toEqual({
    account: '',
    phone: '',
    phoneCountry: 'CN',
    openingCode: '',
  })
  const kept = { ...GOOD, phoneCountry: 'TH' }
  expect(initialRegisterCheck(kept, ' 9abc2d ').values).toEqual({ ...kept, openingCode: '9ABC2D' })
  expect(initialRegisterCheck({ ...GOOD, phoneCountry: 'QQ' }, undefined).values.phoneCountry).toBe('CN')
})

test('a refused phone is forgiven when its country changes', () => {
  const refused = reduce(initialRegisterCheck({ ...GOOD, phone: '1' }, undefined), { type: 'submitted', nowMs: 0 })
  expect(refused.errors.phone).toBe('errors.phone_invalid')
  expect(reduce(refused, { type: 'typed', field: 'phoneCountry', text: 'TH' }).errors).toEqual({})
})

test('codes are typed in any way', () => {
  const state = reduce(initialRegisterCheck(null, undefined), { type: 'typed', field: 'openingCode', text: '7f3 k9q' })
  expect(state.values.openingCode).toBe('7F3K9Q')
})
