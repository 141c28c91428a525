import {
  draftOf,
  initialVerification,
  nationalityOr,
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
  const form = filled({ name: '古丽米热·艾比布力' })
  expect(validate(form)).toEqual({ name: 'identity.nameInvalidChina' })
  const ticked = reduce(reduce(form, { type: 'checked' }), { type: 'otherName', otherName: true })
  expect([ticked.errors, validate(ticked)]).toEqual([{}, {}])
  expect(toRequest(ticked)).toMatchObject({ name: '古丽米热·艾比布力', otherName: true })
  expect(validate({ ...ticked, values: { ...ticked.values, name: '7' } })).toEqual({ name: 'errors.name_invalid' })
  const kept = initialVerification(null, draftOf(ticked))
  expect([kept.otherName, kept.values.name]).toEqual([true, '古丽米热·艾比布力'])
  const abroad = reduce(ticked, { type: 'typed', field: 'nationality', text: 'KZ' })
  expect(toRequest(abroad)).toMatchObject({ otherName: false })
})

test('the nationality starts with the country of the phone, and nothing is assumed without one', () => {
  const started = initialVerification(null)
  expect(nationalityOr(started, 'VN').values.nationality).toBe('VN')
  expect(validate(nationalityOr(started, ''))).toMatchObject({ nationality: 'common.emptyValue' })
  const chosen = reduce(started, { type: 'typed', field: 'nationality', text: 'DE' })
  expect(nationalityOr(chosen, 'VN').values.nationality).toBe('DE')
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
  expect([form.values.name, form.otherName]).toEqual(['林梅', false])
  expect(form.photos.front).toEqual({ kind: 'sent', previewUrl: undefined, id: 'a' })
  expect(form.photos.back.kind).toBe('none')
})
