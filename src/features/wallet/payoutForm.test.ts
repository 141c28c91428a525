import { formOf } from '../../../test/client/forms'
import { initialPayout, numberKindOf, type PayoutValues, payoutRules, toRequest, validate } from './payoutForm'

const filled = (changes: Partial<PayoutValues> = {}, kind: PayoutValues['kind'] = 'bank_card'): PayoutValues => ({
  ...initialPayout(),
  kind,
  chain: 'TRON',
  accountName: ' Lin Mei ',
  nationality: 'CN',
  bank: 'Bank of China',
  cardNumber: '4111 1111 1111 1111',
  accountAddress: ' Main St 1 ',
  currencyAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ...changes,
})
const formWith = (changes: Partial<PayoutValues> = {}) => formOf(payoutRules, filled(changes))
/** The values after a change of the user's. */
const changed = (values: PayoutValues, change: Partial<PayoutValues>) => {
  const form = formOf(payoutRules, values)
  form.change(change)
  return form.state().values
}

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
  const form = formWith()
  expect(form.refuse({ code: 'card_number_invalid', details: {} })).toBe(true)
  expect(form.state().errors).toEqual({ cardNumber: 'errors.card_number_invalid' })
  form.change({ cardNumber: '4' })
  expect(form.state().errors).toEqual({})
  expect(form.refuse({ code: 'network', details: {} })).toBe(false)
  expect(form.state().errors).toEqual({})
})

test('a name that differs from the verified one is asked about once it is refused', () => {
  const form = formWith()
  form.refuse({ code: 'payee_differs', details: {} })
  expect(form.state()).toMatchObject({
    values: { nameOfBank: false },
    errors: { accountName: 'errors.payee_differs' },
  })
  form.change({ nameOfBank: true })
  expect(form.state().errors).toEqual({})
  expect(toRequest(form.state().values)).toMatchObject({ nameOfBank: true })
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
  const chosen = changed(filled(GERMAN), { numberKind: 'account' })
  expect(numberKindOf(chosen)).toBe('account')
  expect(numberKindOf(changed(chosen, { nationality: 'FR' }))).toBe('account')
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
  expect(changed(filled(GERMAN), { cardNumber: 'de8937040044' }).cardNumber).toBe('DE89 3704 0044')
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
  const chosen = changed(card, { numberKind: 'iban' })
  expect(chosen).toMatchObject({ cardNumber: '', bankCode: '' })
  expect(changed(card, { nationality: 'DE' }).cardNumber).toBe('')
  expect(changed(card, { numberKind: 'card' }).cardNumber).toBe('4242 4242 4242 4242')
  expect(changed(chosen, { nationality: 'SG' }).accountName).toBe(' Lin Mei ')
})

test('another nationality takes the complaint about the number with it, as it may ask for another kind', () => {
  const form = formWith({ ...GERMAN, cardNumber: '1' })
  form.check()
  expect(form.state().errors).toEqual({ cardNumber: 'errors.iban_invalid' })
  form.change({ nationality: 'SG' })
  expect(form.state().errors).toEqual({})
})

test('a country that is not served shows beside the IBAN if it is that of the IBAN', () => {
  const errorsOf = (changes: Partial<PayoutValues>) => {
    const form = formWith(changes)
    form.refuse({ code: 'country_blocked', details: {} })
    return form.state().errors
  }
  expect(errorsOf(GERMAN)).toEqual({ nationality: 'errors.country_blocked' })
  expect(errorsOf({ ...GERMAN, nationality: 'FR' })).toEqual({
    cardNumber: 'errors.country_blocked',
  })
})
