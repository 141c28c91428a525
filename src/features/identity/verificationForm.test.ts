import {
  hasRightChecksum,
  initialVerification,
  reduce,
  toRequest,
  type VerificationForm,
  validate,
} from './verificationForm'

const filled = (changes: Partial<VerificationForm['values']> = {}): VerificationForm => ({
  ...initialVerification(null),
  values: { name: '林梅', nationality: 'CN', idNumber: '11010519491231002X', ...changes },
  photos: {
    front: { kind: 'sent', previewUrl: undefined, id: 'a' },
    back: { kind: 'sent', previewUrl: undefined, id: 'b' },
  },
})

test('a right form has no complaint, and the number is sent with a capital X', () => {
  expect(validate(filled())).toEqual({})
  expect(toRequest(filled({ idNumber: ' 11010519491231002x ' }))).toMatchObject({ idNumber: '11010519491231002X' })
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

test('the checksum of GB 11643', () => {
  expect(hasRightChecksum('11010519491231002X')).toBe(true)
  expect(hasRightChecksum('110105194912310021')).toBe(false)
  expect(hasRightChecksum('110105491231002')).toBe(true)
})

test('photos that are missing or on their way are named', () => {
  const form = reduce(filled(), {
    type: 'photo',
    side: 'front',
    photo: { kind: 'sending', previewUrl: 'u', percent: 5 },
  })
  const both = reduce(form, { type: 'photo', side: 'back', photo: { kind: 'none' } })
  expect(validate(both)).toEqual({ front: 'identity.waitUpload', back: 'errors.photo_missing' })
  expect(toRequest(both)).toBeUndefined()
})

test('another nationality clears what its rules do not concern; a refusal finds its field', () => {
  const wrong = reduce(filled({ name: '' }), { type: 'checked' })
  expect(wrong.errors).toEqual({ name: 'common.emptyValue' })
  expect(reduce(wrong, { type: 'typed', field: 'nationality', text: 'FR' }).errors).toEqual({})
  expect(reduce(filled(), { type: 'refused', code: 'id_number_invalid' }).errors).toEqual({
    idNumber: 'errors.id_number_invalid',
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
  expect(form.values.name).toBe('林梅')
  expect(form.photos.front).toEqual({ kind: 'sent', previewUrl: undefined, id: 'a' })
  expect(form.photos.back.kind).toBe('none')
})
