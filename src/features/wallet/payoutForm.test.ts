import { initialPayout, numberKindOf, type PayoutForm, reduce, toRequest, validate } from './payoutForm'

const filled = (changes: Partial<PayoutForm['values']> = {}, kind: PayoutForm['kind'] = 'bank_card'): PayoutForm => ({
  ...initialPayout(),
  kind,
  chain: 'TRON',
  values: {
    accountName: ' Lin Mei ',
    nationality: 'CN',
    bank: 'Bank of China',
    cardNumber: '4111 1111 1111 1111',
    bankCode: '',
    accountAddress: ' Main St 1 ',
    currencyAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    ...changes,
  },
})

test('empty fields of the chosen kind are named, the others are not asked for', () => {
  expect(Object.keys(validate(initialPayout())).sort()).toEqual([
    'accountAddress',
    'accountName',
    'bank',
    'cardNumber',
    'nationality',
  ])
  expect(Object.keys(validate({ ...initialPayout(), kind: 'currency_address' })).sort()).toEqual([
    'accountName',
    'currencyAddress',
    'nationality',
  ])
})

test('a wrong check digit and an address of another chain are refused before they are sent', () => {
  expect(validate(filled({ cardNumber: '4111 1111 1111 1112' }))).toEqual({ cardNumber: 'errors.card_number_invalid' })
  expect(validate({ ...filled({}, 'currency_address'), chain: 'ETH' })).toEqual({
    currencyAddress: 'errors.currency_address_invalid',
  })
  expect(validate(filled())).toEqual({})
  expect(validate(filled({}, 'currency_address'))).toEqual({})
})

test('an error goes when its field is typed in; a refusal of the server finds its field', () => {
  const refused = reduce(filled(), { type: 'refused', code: 'card_number_invalid' })
  expect(refused.errors).toEqual({ cardNumber: 'errors.card_number_invalid' })
  expect(reduce(refused, { type: 'typed', field: 'cardNumber', text: '4' }).errors).toEqual({})
  expect(reduce(filled(), { type: 'refused', code: 'network' }).errors).toEqual({})
})

test('what is sent holds the fields of the kind, trimmed, the card number as digits', () => {
  expect(toRequest(filled())).toEqual({
    kind: 'bank_card',
    accountName: 'Lin Mei',
    nationality: 'CN',
    accountAddress: 'Main St 1',
    bank: 'Bank of China',
    numberKind: 'card',
    cardNumber: '4111111111111111',
  })
  const link = { currencyAddress: 'tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t?amount=1' }
  expect(toRequest(filled(link, 'currency_address'))).toEqual({
    kind: 'currency_address',
    accountName: 'Lin Mei',
    nationality: 'CN',
    chain: 'TRON',
    currencyAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  })
})

const GERMAN = { nationality: 'DE', cardNumber: 'DE89 3704 0044 0532 0130 00' }
const SINGAPOREAN = { nationality: 'SG', cardNumber: '012-345 678', bankCode: 'dbss sgsg' }

test('the nationality suggests the kind of number, until the user chooses one', () => {
  expect(numberKindOf(initialPayout())).toBe('card')
  expect(numberKindOf(filled(GERMAN))).toBe('iban')
  expect(numberKindOf(filled(SINGAPOREAN))).toBe('account')
  const chosen = reduce(filled(GERMAN), { type: 'numberKind', numberKind: 'account' })
  expect(numberKindOf(chosen)).toBe('account')
  expect(numberKindOf(reduce(chosen, { type: 'typed', field: 'nationality', text: 'FR' }))).toBe('account')
})

test('each kind of number has its rule, and an account number needs the code of the bank', () => {
  expect([validate(filled(GERMAN)), validate(filled(SINGAPOREAN))]).toEqual([{}, {}])
  expect(validate(filled({ ...GERMAN, cardNumber: '4111111111111111' }))).toEqual({ cardNumber: 'errors.iban_invalid' })
  expect(validate(filled({ ...SINGAPOREAN, cardNumber: '1234', bankCode: '' }))).toEqual({
    cardNumber: 'errors.account_number_invalid',
    bankCode: 'common.emptyValue',
  })
  expect(validate(filled({ ...SINGAPOREAN, bankCode: '12' }))).toEqual({ bankCode: 'errors.bank_code_invalid' })
})

test('an IBAN is grouped while it is typed; number and code are sent without spaces', () => {
  const typed = reduce(filled(GERMAN), { type: 'typed', field: 'cardNumber', text: 'de8937040044' })
  expect(typed.values.cardNumber).toBe('DE89 3704 0044')
  expect(toRequest(filled(GERMAN))).toMatchObject({ numberKind: 'iban', cardNumber: 'DE89370400440532013000' })
  expect(toRequest(filled(GERMAN))).not.toHaveProperty('bankCode')
  expect(toRequest(filled(SINGAPOREAN))).toMatchObject({
    numberKind: 'account',
    cardNumber: '012345678',
    bankCode: 'DBSSSGSG',
  })
})

test('another kind of number clears the number, whoever chose it', () => {
  const card = filled({ cardNumber: '4242 4242 4242 4242', bankCode: 'X' })
  const chosen = reduce(card, { type: 'numberKind', numberKind: 'iban' })
  expect(chosen.values).toMatchObject({ cardNumber: '', bankCode: '' })
  expect(reduce(card, { type: 'typed', field: 'nationality', text: 'DE' }).values.cardNumber).toBe('')
  expect(reduce(card, { type: 'numberKind', numberKind: 'card' }).values.cardNumber).toBe('4242 4242 4242 4242')
  expect(reduce(chosen, { type: 'typed', field: 'nationality', text: 'SG' }).values.accountName).toBe(' Lin Mei ')
})

test('another nationality takes the complaint about the number with it, as it may ask for another kind', () => {
  const refused = reduce(filled({ ...GERMAN, cardNumber: '1' }), { type: 'checked' })
  expect(refused.errors).toEqual({ cardNumber: 'errors.iban_invalid' })
  expect(reduce(refused, { type: 'typed', field: 'nationality', text: 'SG' }).errors).toEqual({})
})

test('a country that is not served shows beside the IBAN if it is that of the IBAN', () => {
  const refusal = { type: 'refused', code: 'country_blocked' } as const
  expect(reduce(filled(GERMAN), refusal).errors).toEqual({ nationality: 'errors.country_blocked' })
  expect(reduce(filled({ ...GERMAN, nationality: 'FR' }), refusal).errors).toEqual({
    cardNumber: 'errors.country_blocked',
  })
})
