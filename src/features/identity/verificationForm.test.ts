import { formOf } from '../../../test/client/forms'
import {
  draftOf,
  initialVerification,
  nationalityOr,
  toRequest,
  type VerificationValues,
  validate,
  verificationRules,
} from './verificationForm'

const filled = (changes: Partial<VerificationValues> = {}): VerificationValues => ({
  name: '林梅',
  nationality: 'CN',
  otherName: false,
  idNumber: '11010519491231002X',
  front: { kind: 'sent', previewUrl: undefined, id: 'a' },
  back: { kind: 'sent', previewUrl: undefined, id: 'b' },
  ...changes,
})
const formWith = (changes: Partial<VerificationValues> = {}, phoneCountry = '') =>
  formOf(verificationRules(phoneCountry), filled(changes))

test('a right form has no complaint, and the number is sent with a capital X', () => {
  expect(validate(filled())).toEqual({})
  expect(toRequest(filled({ idNumber: ' 11010519491231002x ' }))).toMatchObject({
    idNumber: '11010519491231002X',
    otherName: false,
  })
})

test.each([
  ['name', 'Lin Mei'],
  ['idNumber', '110105194912310021'],
  ['idNumber', '1101051949'],
] as const)('China: %s %j is refused', (field, text) => {
  expect(validate(filled({ [field]: text }))).toHaveProperty(field)
})

test.each([
  [{ name: 'Zoë O’Brien-Smith', idNumber: 'C01X00T47' }, []],
  [{ name: 'นภา ใจดี', idNumber: 'AA1234567' }, []],
  [{ name: 'X', idNumber: 'AA1234567' }, ['name']],
  [{ name: 'R2 D2', idNumber: 'ab' }, ['idNumber', 'name']],
] as const)('elsewhere: %j', (values, wrong) => {
  expect(Object.keys(validate(filled({ nationality: 'DE', ...values }))).sort()).toEqual(wrong)
})

test('a printed number is sent without its separators, whatever the country', () => {
  const form = filled({ nationality: 'HK', name: 'Chan Tai Man', idNumber: ' a123456(7) ' })
  expect(validate(form)).toEqual({})
  expect(toRequest(form)).toMatchObject({ idNumber: 'A1234567', otherName: false })
})

test('a Chinese document with another form of name: its user ticks that, and staff compare it with the photo', () => {
  const form = formWith({ name: '古丽米热·艾比布力' })
  expect(form.check()).toBeUndefined()
  expect(form.state().errors).toEqual({ name: 'identity.nameInvalidChina' })
  form.change({ otherName: true })
  expect(form.state().errors).toEqual({})
  const ticked = form.check() ?? filled()
  expect(toRequest(ticked)).toMatchObject({ name: '古丽米热·艾比布力', otherName: true })
  expect(validate({ ...ticked, name: '7' })).toEqual({ name: 'errors.name_invalid' })
  const kept = initialVerification(null, draftOf(ticked))
  expect([kept.otherName, kept.name]).toEqual([true, '古丽米热·艾比布力'])
  expect(toRequest({ ...ticked, nationality: 'KZ' })).toMatchObject({ otherName: false })
})

test('the nationality starts with the country of the phone, and nothing is assumed without one', () => {
  const started = initialVerification(null)
  expect(nationalityOr(started, 'VN').nationality).toBe('VN')
  expect(nationalityOr({ ...started, nationality: 'DE' }, 'VN').nationality).toBe('DE')
  const unknown = formWith({ nationality: '' })
  expect(unknown.check()).toBeUndefined()
  expect(unknown.state().errors).toMatchObject({ nationality: 'common.emptyValue' })
  const known = formWith({ nationality: '', name: 'Nguyễn Mai', idNumber: '001099000001' }, 'VN')
  expect(known.check()).toBeDefined()
  known.change({ name: 'Nguyễn An' })
  expect(known.state().values.nationality).toBe('VN')
})

test('photos that are missing or on their way are named', () => {
  const both = filled({ front: { kind: 'sending', previewUrl: 'u', percent: 5 }, back: { kind: 'none' } })
  expect(validate(both)).toEqual({ front: 'identity.waitUpload', back: 'errors.photo_missing' })
  expect(toRequest(both)).toBeUndefined()
})

test('another nationality clears what its rules do not concern; a refusal finds its field', () => {
  const form = formWith({ name: '' })
  form.check()
  expect(form.state().errors).toEqual({ name: 'common.emptyValue' })
  form.change({ nationality: 'FR' })
  expect(form.state().errors).toEqual({})
  form.refuse({ code: 'id_number_invalid', details: {} })
  expect(form.state().errors).toEqual({ idNumber: 'errors.id_number_invalid' })
  const chinese = formWith()
  chinese.refuse({ code: 'name_invalid', details: {} })
  expect(chinese.state().errors).toEqual({ name: 'identity.nameInvalidChina' })
})

test('photos that the server has deleted are asked for again, both of them', () => {
  const form = formWith()
  expect(form.refuse({ code: 'photo_missing', details: {} })).toBe(true)
  expect(form.state()).toMatchObject({
    values: { name: '林梅', front: { kind: 'none' }, back: { kind: 'none' } },
    errors: { front: 'errors.photo_missing', back: 'errors.photo_missing' },
  })
})

test('a rejected user starts from what was entered', () => {
  const form = initialVerification({
    name: '林梅',
    nationality: 'CN',
    idNumber: '11010519491231002X',
    frontPhotoId: 'a',
    backPhotoId: null,
  })
  expect([form.name, form.otherName]).toEqual(['林梅', false])
  expect(form.front).toEqual({ kind: 'sent', previewUrl: undefined, id: 'a' })
  expect(form.back.kind).toBe('none')
})
