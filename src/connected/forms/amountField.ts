import { type AmountAction, reduceAmount } from '../../domain/typedAmount'

/** What forms that move money have in common. */
export interface AmountValues {
  /** As typed. */
  amountText: string
}

interface AmountForm {
  values: AmountValues
  change: (part: AmountValues) => void
}

/** The props of the field of an amount. */
export function amountField({ values: { amountText }, change }: AmountForm) {
  const act = (action: AmountAction) => change({ amountText: reduceAmount(amountText, action) })
  return {
    value: amountText,
    onPick: (amount: string) => act({ type: 'pick', amount }),
    onChange: (text: string) => act({ type: 'typed', text }),
    onBlur: () => act({ type: 'left' }),
  }
}
