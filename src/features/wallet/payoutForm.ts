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
import type { FormErrors, FormRules } from '../../connected/forms/createForm'
import type { FailureCode } from '../../domain/loadable'

export type PayoutField =
  | 'accountName'
  | 'nationality'
  | 'bank'
  | 'cardNumber'
  | 'bankCode'
  | 'accountAddress'
  | 'currencyAddress'

export interface PayoutValues extends Record<PayoutField, string> {
  kind: 'bank_card' | 'currency_address'
  /** The user's choice; null while the nationality decides. */
  numberKind: BankNumberKind | null
  chain: Chain
  /** The user says that the bank has this name, though it differs from the verified one; asked once it is refused. */
  nameOfBank: boolean | undefined
}

export const initialPayout = (): PayoutValues => ({
  kind: 'bank_card',
  numberKind: null,
  chain: CHAINS[0] ?? 'BTC',
  nameOfBank: undefined,
  accountName: '',
  nationality: '',
  bank: '',
  cardNumber: '',
  bankCode: '',
  accountAddress: '',
  currencyAddress: '',
})

/** The kind of number that the form asks for. */
export const numberKindOf = ({ numberKind, nationality }: PayoutValues): BankNumberKind =>
  numberKind ?? usualNumberKind(nationality)

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

/** PRODUCT.md 4.7: empty values are refused; 12.7: the rule of the number, and the format of the chain. */
export function validate(values: PayoutValues): FormErrors<PayoutValues> {
  const { kind, chain } = values
  const numberKind = numberKindOf(values)
  const isBank = kind === 'bank_card'
  const errors: FormErrors<PayoutValues> = {}
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

function reduce(values: PayoutValues, change: Partial<PayoutValues>): PayoutValues {
  const next = { ...values, ...change }
  // A number of another kind than before is another number: the one that was typed goes.
  if (numberKindOf(next) !== numberKindOf(values)) return { ...next, cardNumber: '', bankCode: '' }
  return { ...next, cardNumber: groupNumber(numberKindOf(next), next.cardNumber) }
}

function refused(values: PayoutValues, code: FailureCode) {
  if (code === 'payee_differs') return { values: { ...values, nameOfBank: false } }
  const isForeignIban =
    values.kind === 'bank_card' &&
    numberKindOf(values) === 'iban' &&
    !compactNumber('iban', values.cardNumber).startsWith(values.nationality)
  // A country that is not served may be that of the IBAN.
  return code === 'country_blocked' && isForeignIban
    ? ({ errors: { cardNumber: 'errors.country_blocked' }, focus: 'cardNumber' } as const)
    : undefined
}

export const payoutRules: FormRules<PayoutValues> = {
  reduce,
  validate,
  fieldOfCode: {
    name_invalid: 'accountName',
    nationality_invalid: 'nationality',
    country_blocked: 'nationality',
    payee_differs: 'accountName',
    card_number_invalid: 'cardNumber',
    iban_invalid: 'cardNumber',
    account_number_invalid: 'cardNumber',
    bank_code_invalid: 'bankCode',
    currency_address_invalid: 'currencyAddress',
  },
  refused,
  linked: { chain: ['currencyAddress'], nameOfBank: ['accountName'] },
}

/** The body of the request, but for the trade password. */
export function toRequest(values: PayoutValues): Omit<BindPayoutAccount, 'tradePassword'> {
  const { kind, chain } = values
  const text = (field: PayoutField) => values[field].trim()
  const common = {
    kind,
    accountName: text('accountName'),
    nationality: text('nationality'),
    ...(values.nameOfBank && { nameOfBank: true }),
  }
  if (kind === 'currency_address')
    return { ...common, chain, currencyAddress: compactAddress(chain, values.currencyAddress) }
  const numberKind = numberKindOf(values)
  return {
    ...common,
    bank: text('bank'),
    accountAddress: text('accountAddress'),
    numberKind,
    cardNumber: compactNumber(numberKind, values.cardNumber),
    ...(numberKind === 'account' && { bankCode: compactNumber('account', values.bankCode) }),
  }
}
