import type { BankNumberKind } from '../../../../contract/bankNumber'
import { assert } from '../../shared/assert'
import type { Sealer } from '../../shared/sealing'

/** The sealed part of a payout account, and of a withdrawal to it: who is paid, and where. */
export interface Payee {
  accountName: string
  /** Number of the card or account, or currency address, whole. */
  number: string
  /** Null for a currency address. */
  numberKind: BankNumberKind | null
  bankCode: string | null
  accountAddress: string | null
}

export const sealPayee = (sealer: Sealer, payee: Payee, context: string): string =>
  sealer.seal(JSON.stringify(payee), context)

export function openPayee(sealer: Sealer, sealed: string, context: string): Payee {
  const value: unknown = JSON.parse(sealer.openText(sealed, context))
  assert(typeof value === 'object' && value !== null, 'a sealed payee is an object')
  const { accountName, number, numberKind, bankCode, accountAddress } = value as Partial<Payee>
  assert(typeof accountName === 'string' && typeof number === 'string', 'a sealed payee has a name and a number')
  return {
    accountName,
    number,
    numberKind: numberKind ?? null,
    bankCode: bankCode ?? null,
    accountAddress: accountAddress ?? null,
  }
}
