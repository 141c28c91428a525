import type { Tx } from '../../database/database'
import { ok, type Result, refuse } from '../../shared/result'
import { replaceUserPhone } from '../../users/phones'
import type { AccountsBase } from './deps'
import { parsePhone } from './identity'

/** A number as it can be an account's. */
export interface AccountPhone {
  /** ISO 3166. */
  country: string
  /** E.164 */
  phone: string
}

/** The typed values, by the rules of registration. */
export function readPhone(
  { config }: Pick<AccountsBase, 'config'>,
  country: string,
  text: string,
): Result<AccountPhone, 'country_blocked' | 'phone_invalid'> {
  const phone = parsePhone(country, text)
  if (phone === undefined) return refuse('phone_invalid')
  if (config.blockedCountries.includes(country)) return refuse('country_blocked')
  return ok({ country, phone })
}

/** In a transaction that a refusal undoes. A break of either the account or the number holds for both; all else stays. */
export async function setPhone(
  deps: Pick<AccountsBase, 'accountLimits' | 'sealer'>,
  tx: Tx,
  userId: bigint,
  wanted: AccountPhone,
): Promise<Result<undefined, 'phone_taken'>> {
  if (!(await replaceUserPhone(tx, deps.sealer, userId, wanted))) return refuse('phone_taken')
  await deps.accountLimits.followPerson(tx, userId)
  return ok(undefined)
}
