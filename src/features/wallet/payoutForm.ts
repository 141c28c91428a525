import type { BindPayoutAccount } from '../../../contract/payoutAccount'
import {
  CHAINS,
  type Chain,
  cardDigits,
  groupCardNumber,
  isInvalidAddress,
  isInvalidCardNumber,
} from '../../domain/cardNumber'
import type { FailureCode } from '../../domain/loadable'
import type { PlainKey } from '../../i18n/keys'

export type PayoutField = 'accountName' | 'nationality' | 'bank' | 'cardNumber' | 'accountAddress' | 'currencyAddress'

export interface PayoutForm {
  kind: 'bank_card' | 'currency_address'
  chain: Chain
  values: Record<PayoutField, string>
  /** Locale keys of what is wrong; a field's own goes as soon as it is typed in. */
  errors: Partial<Record<PayoutField, PlainKey>>
}

export type PayoutAction =
  | { type: 'kind'; kind: PayoutForm['kind'] }
  | { type: 'chain'; chain: Chain }
  | { type: 'typed'; field: PayoutField; text: string }
  | { type: 'checked' }
  | { type: 'refused'; code: FailureCode }

export const initialPayout = (): PayoutForm => ({
  kind: 'bank_card',
  chain: CHAINS[0] ?? 'BTC',
  values: { accountName: '', nationality: '', bank: '', cardNumber: '', accountAddress: '', currencyAddress: '' },
  errors: {},
})

const FIELDS: Record<PayoutForm['kind'], readonly PayoutField[]> = {
  bank_card: ['accountName', 'nationality', 'bank', 'cardNumber', 'accountAddress'],
  currency_address: ['accountName', 'nationality', 'currencyAddress', 'accountAddress'],
}

/** Which field a refusal of the server belongs to. */
const FIELD_OF_CODE: Partial<Record<FailureCode, PayoutField>> = {
  name_invalid: 'accountName',
  nationality_invalid: 'nationality',
  country_blocked: 'nationality',
  payee_differs: 'accountName',
  card_number_invalid: 'cardNumber',
  currency_address_invalid: 'currencyAddress',
}

/** PRODUCT.md 4.7: empty values are refused; 12.5: Luhn and the format of the chain. */
export function validate({ kind, chain, values }: PayoutForm): PayoutForm['errors'] {
  const errors: PayoutForm['errors'] = {}
  for (const field of FIELDS[kind]) if (values[field].trim() === '') errors[field] = 'common.emptyValue'
  if (kind === 'bank_card' && !errors.cardNumber && isInvalidCardNumber(values.cardNumber))
    errors.cardNumber = 'errors.card_number_invalid'
  if (kind === 'currency_address' && !errors.currencyAddress && isInvalidAddress(chain, values.currencyAddress))
    errors.currencyAddress = 'errors.currency_address_invalid'
  return errors
}

function without(errors: PayoutForm['errors'], field: PayoutField): PayoutForm['errors'] {
  const { [field]: _, ...rest } = errors
  return rest
}

export function reduce(form: PayoutForm, action: PayoutAction): PayoutForm {
  switch (action.type) {
    case 'kind':
      return { ...form, kind: action.kind, errors: {} }
    case 'chain':
      return { ...form, chain: action.chain, errors: without(form.errors, 'currencyAddress') }
    case 'typed': {
      const text = action.field === 'cardNumber' ? groupCardNumber(action.text) : action.text
      return { ...form, values: { ...form.values, [action.field]: text }, errors: without(form.errors, action.field) }
    }
    case 'checked':
      return { ...form, errors: validate(form) }
    case 'refused': {
      const field = FIELD_OF_CODE[action.code]
      return field ? { ...form, errors: { ...form.errors, [field]: `errors.${action.code}` } } : form
    }
  }
}

/** Whether a refusal shows beside a field of the form. */
export const belongsToField = (code: FailureCode): boolean => FIELD_OF_CODE[code] !== undefined

/** The body of the request, but for the trade password. */
export function toRequest({ kind, chain, values }: PayoutForm): Omit<BindPayoutAccount, 'tradePassword'> {
  const text = (field: PayoutField) => values[field].trim()
  const common = {
    kind,
    accountName: text('accountName'),
    nationality: text('nationality'),
    accountAddress: text('accountAddress'),
  }
  return kind === 'bank_card'
    ? { ...common, bank: text('bank'), cardNumber: cardDigits(values.cardNumber) }
    : { ...common, chain, currencyAddress: text('currencyAddress') }
}
