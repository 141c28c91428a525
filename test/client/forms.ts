import { type AmountValues, amountField } from '../../src/connected/forms/amountField'
import { createForm, type FormRules } from '../../src/connected/forms/createForm'

/** A form as its screen runs it. */
export const formOf = <Values extends object>(rules: FormRules<Values>, values: Values) =>
  createForm<Values>(
    () => rules,
    values,
    () => undefined,
  )

/** The values of a form for an amount after these texts were typed into it, one after the other; `left`: and it was left. */
export function typedAmountOf<Values extends AmountValues>(
  values: Values,
  texts: readonly string[],
  left = false,
): Values {
  const form = formOf<Values>({}, values)
  const field = () =>
    amountField({ values: form.state().values, change: (part) => form.change(part as Partial<Values>) })
  for (const text of texts) field().onChange(text)
  if (left) field().onBlur()
  return form.state().values
}
