import Type from 'typebox'
import { BANK_NUMBER_KINDS } from './bankNumber'
import { CHAINS } from './chainAddress'
import { closed, type Infer, Instant, nullable } from './common'
import { SecondFactorPasskey } from './passkeys'

const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 country' })
const NumberKind = Type.Enum([...BANK_NUMBER_KINDS])
const Word = (maxLength: number) => Type.String({ minLength: 1, maxLength })

/** The bound account as its owner sees it: masked. */
export const PayoutAccount = closed({
  kind: Type.Enum(['bank_card', 'currency_address']),
  accountName: Type.String(),
  nationality: Country,
  bank: nullable(Type.String({ description: 'Account bank; null for a currency address' })),
  chain: nullable(Type.Enum([...CHAINS])),
  numberKind: nullable(NumberKind),
  masked: Type.String({ description: 'Number of the card or account, or currency address, masked' }),
  bankCode: nullable(Type.String({ description: 'Set for an account number' })),
  accountAddress: nullable(Type.String()),
  boundAt: Instant,
  payableFrom: nullable(Type.String({ format: 'date-time', description: 'Set while it is too fresh to be paid to' })),
})
export type PayoutAccount = Infer<typeof PayoutAccount>

/** Two people compare the payee's name with the verified one (PRODUCT.md 13.2.2), or did and refused it. */
export const PayeeReview = closed({
  status: Type.Enum(['waiting', 'refused']),
  dueAt: nullable(Type.String({ format: 'date-time', description: 'Set while it waits' })),
  reason: nullable(Type.String({ description: 'Why it was refused (operatorReasons.ts)' })),
})
export type PayeeReview = Infer<typeof PayeeReview>

/**
 * GET /payout-account. `changeOpen`: the operator reopened it for one change (PRODUCT.md 12.5), or `payeeDiffers` from
 * the verified name and nobody has accepted it.
 */
export const PayoutAccountState = closed({
  account: nullable(PayoutAccount),
  changeOpen: Type.Boolean(),
  payeeDiffers: Type.Boolean(),
  payeeReview: nullable(PayeeReview),
})
export type PayoutAccountState = Infer<typeof PayoutAccountState>

/**
 * PUT /payout-account, no field empty (PRODUCT.md 4.7). Bank card: `bank`, its `accountAddress`, `cardNumber`, which
 * holds what `numberKind` says, and for an account number `bankCode`. Currency address: `chain`, `currencyAddress`.
 */
export const BindPayoutAccount = closed({
  kind: Type.Enum(['bank_card', 'currency_address']),
  accountName: Word(120),
  nameOfBank: Type.Optional(
    Type.Boolean({ description: 'The bank has this name, though it differs from the verified one: two people decide' }),
  ),
  nationality: Country,
  bank: Type.Optional(Word(80)),
  numberKind: Type.Optional(Type.Enum([...BANK_NUMBER_KINDS], { description: 'Left out, it is a card number' })),
  cardNumber: Type.Optional(Word(80)),
  bankCode: Type.Optional(Word(20)),
  accountAddress: Type.Optional(Word(120)),
  chain: Type.Optional(Type.Enum([...CHAINS])),
  currencyAddress: Type.Optional(Word(300)),
  tradePassword: Word(64),
  secondFactorCode: Type.Optional(Word(32)),
  passkey: SecondFactorPasskey,
})
export type BindPayoutAccount = Infer<typeof BindPayoutAccount>
