import { initialPayout, type PayoutForm, reduce, toRequest, validate } from './payoutForm'

const filled = (changes: Partial<PayoutForm['values']> = {}, kind: PayoutForm['kind'] = 'bank_card'): PayoutForm => ({
  ...initialPayout(),
  kind,
  chain: 'TRON',
  values: {
    accountName: ' Lin Mei ',
    nationality: 'CN',
    bank: 'Bank of China',
    cardNumber: '4111 1111 1111 1111',
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
    'accountAddress',
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
    cardNumber: '4111111111111111',
  })
  expect(toRequest(filled({ accountAddress: 'Main St 1' }, 'currency_address'))).toEqual({
    kind: 'currency_address',
    accountName: 'Lin Mei',
    nationality: 'CN',
    accountAddress: 'Main St 1',
    chain: 'TRON',
    currencyAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  })
})
