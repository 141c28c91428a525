import { maskBankNumber, NUMBER_REFUSALS, readBankCode, readBankNumber } from '../../../../contract/bankNumber'
import type { BindPayoutAccount, PayoutAccount } from '../../../../contract/payoutAccount'
import { typedText } from '../../../../contract/typedText'
import { isCountry } from '../../shared/countries'
import { ok, type Result, refuse } from '../../shared/result'
import type { Payee } from './payee'
import { maskAddress, readAddress } from './payoutAddress'

/** A payout account that passed every check. */
export interface CheckedPayoutAccount {
  kind: PayoutAccount['kind']
  nationality: string
  bank: string | null
  chain: PayoutAccount['chain']
  masked: string
  payee: Payee
}

function tidy(body: BindPayoutAccount): BindPayoutAccount {
  const entries = Object.entries(body).map(([name, value]) => [
    name,
    // Passwords and codes are compared as they were typed.
    name === 'tradePassword' || name === 'secondFactorCode' || typeof value !== 'string' ? value : typedText(value),
  ])
  return { ...body, ...Object.fromEntries(entries) }
}

type BankAccountProblem =
  | (typeof NUMBER_REFUSALS)[keyof typeof NUMBER_REFUSALS]
  | 'bank_code_invalid'
  | 'country_blocked'
  | 'payout_account_incomplete'

export type PayoutAccountProblem = BankAccountProblem | 'currency_address_invalid' | 'nationality_invalid'

/** The account bound at a bank; the country of an IBAN is checked as the nationality is. */
function checkBankAccount(
  body: BindPayoutAccount,
  blockedCountries: readonly string[],
): Result<CheckedPayoutAccount, BankAccountProblem> {
  const { accountName, nationality, bank, numberKind = 'card', accountAddress } = body
  const needsCode = numberKind === 'account'
  if (!bank || !accountAddress || !body.cardNumber || (needsCode && !body.bankCode))
    return refuse('payout_account_incomplete')
  const number = readBankNumber(numberKind, body.cardNumber)
  if (number === undefined) return refuse(NUMBER_REFUSALS[numberKind])
  if (numberKind === 'iban' && blockedCountries.includes(number.slice(0, 2))) return refuse('country_blocked')
  const bankCode = needsCode ? readBankCode(body.bankCode ?? '') : null
  if (bankCode === undefined) return refuse('bank_code_invalid')
  return ok({
    kind: 'bank_card',
    nationality,
    bank,
    chain: null,
    masked: maskBankNumber(numberKind, number),
    payee: { accountName, number, numberKind, bankCode, accountAddress },
  })
}

export function checkPayoutAccount(
  input: BindPayoutAccount,
  blockedCountries: readonly string[],
): Result<CheckedPayoutAccount, PayoutAccountProblem> {
  const body = tidy(input)
  const { kind, accountName, nationality, chain } = body
  if (accountName === '') return refuse('payout_account_incomplete')
  if (!isCountry(nationality)) return refuse('nationality_invalid')
  if (blockedCountries.includes(nationality)) return refuse('country_blocked')
  if (kind === 'bank_card') return checkBankAccount(body, blockedCountries)
  if (!chain || !body.currencyAddress) return refuse('payout_account_incomplete')
  const number = readAddress(chain, body.currencyAddress)
  if (number === undefined) return refuse('currency_address_invalid')
  const masked = maskAddress(number)
  return ok({
    kind,
    nationality,
    bank: null,
    chain,
    masked,
    payee: { accountName, number, numberKind: null, bankCode: null, accountAddress: null },
  })
}
