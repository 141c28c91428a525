import {
  type BankNumberKind,
  compactNumber,
  groupNumber,
  NUMBER_REFUSALS,
  readBankCode,
  readBankNumber,
  usualNumberKind,
} from '../../../contract/bankNumber'
import { CHAINS, type Chain, compactAddress, isInvalidAddress } from '../../../contract/chainAddress'
import type { BindPayoutAccount } from '../../../contract/payoutAccount'
import type { FailureCode } from '../../domain/loadable'
import type { PlainKey } from '../../i18n/keys'

export type PayoutField =
  | 'accountName'
  | 'nationality'
  | 'bank'
  | 'cardNumber'
  | 'bankCode'
  | 'accountAddress'
  | 'currencyAddress'

export interface PayoutForm {
  kind: 'bank_card' | 'currency_address'
  /** The user's choice; null while the nationality decides. */
  numberKind: BankNumberKind | null
  chain: Chain
  values: Record<PayoutField, string>
  /** The user says that the bank has this name, though it differs from the verified one; asked once it is refused. */
  nameOfBank: boolean | undefined
  /** Locale keys of the problems; a field's own goes as soon as it is typed in. */
  errors: Partial<Record<PayoutField, PlainKey>>
}

export type PayoutAction =
  | { type: 'kind'; kind: PayoutForm['kind'] }
  | { type: 'numberKind'; numberKind: BankNumberKind }
  | { type: 'chain'; chain: Chain }
  | { type: 'typed'; field: PayoutField; text: string }
  | { type: 'nameOfBank'; nameOfBank: boolean }
  | { type: 'checked' }
  | { type: 'refused'; code: FailureCode }

export const initialPayout = (): PayoutForm => ({
  kind: 'bank_card',
  numberKind: null,
  chain: CHAINS[0] ?? 'BTC',
  nameOfBank: undefined,
  values: {
    accountName: '',
    nationality: '',
    bank: '',
    cardNumber: '',
    bankCode: '',
    accountAddress: '',
    currencyAddress: '',
  },
  errors: {},
})

/** The kind of number that the form asks for. */
export const numberKindOf = ({ numberKind, values }: PayoutForm): BankNumberKind =>
  numberKind ?? usualNumberKind(values.nationality)

/** Locale key of the name that a number of this kind has. */
export const NUMBER_LABELS = {
  card: 'wallet.payout.cardNumber',
  iban: 'wallet.payout.iban',
  account: 'wallet.payout.accountNumber',
} as const

const FIELDS: Record<BankNumberKind | 'address', readonly PayoutField[]> = {
  card: ['accountName', 'nationality', 'bank', 'cardNumber', 'accountAddress'],
  iban: ['accountName', 'nationality', 'bank', 'cardNumber', 'accountAddress'],
  account: ['accountName', 'nationality', 'bank', 'cardNumber', 'bankCode', 'accountAddress'],
  address: ['accountName', 'nationality', 'currencyAddress'],
}

/** Which field a refusal of the server belongs to. */
const FIELD_OF_CODE: Partial<Record<FailureCode, PayoutField>> = {
  name_invalid: 'accountName',
  nationality_invalid: 'nationality',
  country_blocked: 'nationality',
  payee_differs: 'accountName',
  card_number_invalid: 'cardNumber',
  iban_invalid: 'cardNumber',
  account_number_invalid: 'cardNumber',
  bank_code_invalid: 'bankCode',
  currency_address_invalid: 'currencyAddress',
}

/** PRODUCT.md 4.7: empty values are refused; 12.7: the rule of the number, and the format of the chain. */
export function validate(form: PayoutForm): PayoutForm['errors'] {
  const { kind, chain, values } = form
  const numberKind = numberKindOf(form)
  const isBank = kind === 'bank_card'
  const errors: PayoutForm['errors'] = {}
  for (const field of FIELDS[isBank ? numberKind : 'address'])
    if (values[field].trim() === '') errors[field] = 'common.emptyValue'
  if (isBank && !errors.cardNumber && readBankNumber(numberKind, values.cardNumber) === undefined)
    errors.cardNumber = `errors.${NUMBER_REFUSALS[numberKind]}`
  if (isBank && numberKind === 'account' && !errors.bankCode && readBankCode(values.bankCode) === undefined)
    errors.bankCode = 'errors.bank_code_invalid'
  if (!isBank && !errors.currencyAddress && isInvalidAddress(chain, values.currencyAddress))
    errors.currencyAddress = 'errors.currency_address_invalid'
  return errors
}

/** A country that is not served may be that of the IBAN. */
function fieldOfRefusal(form: PayoutForm, code: FailureCode): PayoutField | undefined {
  const isForeignIban =
    numberKindOf(form) === 'iban' && !compactNumber('iban', form.values.cardNumber).startsWith(form.values.nationality)
  return code === 'country_blocked' && form.kind === 'bank_card' && isForeignIban ? 'cardNumber' : FIELD_OF_CODE[code]
}

function without(errors: PayoutForm['errors'], field: PayoutField): PayoutForm['errors'] {
  const { [field]: _, ...rest } = errors
  return rest
}

/** A number of another kind than before is another number: the one that was typed goes, with what was said about it. */
function ofItsKind(form: PayoutForm, before: BankNumberKind): PayoutForm {
  if (numberKindOf(form) === before) return form
  const values = { ...form.values, cardNumber: '', bankCode: '' }
  return { ...form, values, errors: without(without(form.errors, 'cardNumber'), 'bankCode') }
}

export function reduce(form: PayoutForm, action: PayoutAction): PayoutForm {
  switch (action.type) {
    case 'kind':
      return { ...form, kind: action.kind, errors: {} }
    case 'numberKind':
      return ofItsKind({ ...form, numberKind: action.numberKind }, numberKindOf(form))
    case 'chain':
      return { ...form, chain: action.chain, errors: without(form.errors, 'currencyAddress') }
    case 'typed': {
      const text = action.field === 'cardNumber' ? groupNumber(numberKindOf(form), action.text) : action.text
      const errors = without(form.errors, action.field)
      return ofItsKind({ ...form, values: { ...form.values, [action.field]: text }, errors }, numberKindOf(form))
    }
    case 'nameOfBank':
      return { ...form, nameOfBank: action.nameOfBank, errors: without(form.errors, 'accountName') }
    case 'checked':
      return { ...form, errors: validate(form) }
    case 'refused': {
      const field = fieldOfRefusal(form, action.code)
      if (!field) return form
      const nameOfBank = action.code === 'payee_differs' ? false : form.nameOfBank
      return { ...form, nameOfBank, errors: { ...form.errors, [field]: `errors.${action.code}` } }
    }
  }
}

/** Whether a refusal shows next to a field of the form. */
export const belongsToField = (code: FailureCode): boolean => FIELD_OF_CODE[code] !== undefined

/** The body of the request, but for the trade password. */
export function toRequest(form: PayoutForm): Omit<BindPayoutAccount, 'tradePassword'> {
  const { kind, chain, values } = form
  const text = (field: PayoutField) => values[field].trim()
  const common = {
    kind,
    accountName: text('accountName'),
    nationality: text('nationality'),
    ...(form.nameOfBank && { nameOfBank: true }),
  }
  if (kind === 'currency_address')
    return { ...common, chain, currencyAddress: compactAddress(chain, values.currencyAddress) }
  const numberKind = numberKindOf(form)
  return {
    ...common,
    bank: text('bank'),
    accountAddress: text('accountAddress'),
    numberKind,
    cardNumber: compactNumber(numberKind, values.cardNumber),
    ...(numberKind === 'account' && { bankCode: compactNumber('account', values.bankCode) }),
  }
}
