import type { DepositChannel } from '../../../contract/deposits'
import type { AmountValues } from '../../connected/forms/amountField'
import { compareMoney, moneyText, parseMoney } from '../../domain/money'
import { typedMoney } from '../../domain/typedAmount'
import type { T } from '../../i18n/keys'

export interface DepositValues extends AmountValues {
  /** Id of the channel. */
  channel: string
}

export type DepositProblem = 'empty' | 'tooLow' | 'tooHigh'

export const initialDeposit = (channel: string): DepositValues => ({ amountText: '', channel })

/** The amount as a decimal string of the currency; undefined while there is none. */
export function amountOf({ amountText }: AmountValues, scale: number): string | undefined {
  const money = typedMoney(amountText, scale)
  return money && moneyText(money)
}

/** The reason that prevents the deposit; undefined if there is none. */
export function validate(
  values: AmountValues,
  channel: DepositChannel | undefined,
  scale: number,
): DepositProblem | undefined {
  const text = amountOf(values, scale)
  const amount = text === undefined ? undefined : parseMoney(text, scale)
  if (!amount || !channel) return 'empty'
  const limit = (money: string) => parseMoney(money, scale) ?? amount
  if (compareMoney(amount, limit(channel.minimum)) < 0) return 'tooLow'
  if (compareMoney(amount, limit(channel.maximum)) > 0) return 'tooHigh'
  return undefined
}

/** The operator's own name of a channel, or the name of its kind. */
export const channelName = ({ kind, label }: Pick<DepositChannel, 'kind' | 'label'>, t: T): string =>
  label ?? t(`wallet.channel.${kind}`)
