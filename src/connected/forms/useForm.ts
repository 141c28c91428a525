import { useRef, useState } from 'react'
import { useT } from '../../i18n'
import type { PlainKey } from '../../i18n/keys'
import { withReason } from '../../i18n/operatorReason'
import { createForm, type FormRules } from './createForm'

/** Names of the values that are texts. */
type TextOf<Values> = { [Field in keyof Values]: Values[Field] extends string ? Field : never }[keyof Values] & string

export type Form<Values extends object, Problem extends string = PlainKey> = ReturnType<typeof useForm<Values, Problem>>

/**
 * Runs a form by its rules, which may be others at each render.
 * @param onValues called with the values after each step
 */
export function useForm<Values extends object, Problem extends string = PlainKey>(
  rules: FormRules<Values, Problem>,
  initial: () => Values,
  onValues?: (values: Values) => void,
) {
  const t = useT()
  const latest = useRef({ rules, onValues })
  latest.current = { rules, onValues }
  const [, setShown] = useState<unknown>()
  const [form] = useState(() =>
    createForm<Values, Problem>(
      () => latest.current.rules,
      initial(),
      (state) => {
        setShown(state)
        latest.current.onValues?.(state.values)
      },
    ),
  )
  const { state, ...steps } = form
  const { values, errors, failure, focus, ...rest } = state()
  return {
    ...steps,
    ...rest,
    values,
    errors,
    failure,
    /** The refusal that belongs to no field, in the user's language. */
    failureText:
      failure && withReason(t(rules.textOfCode?.[failure.code] ?? `errors.${failure.code}`), failure.details.reason, t),
    /** The props of a text field; its error is in the user's language. */
    field: (name: TextOf<Values>) => ({
      name,
      value: values[name] as string,
      error: errors[name] && t(errors[name] as PlainKey),
      focus: focus === name,
      onChange: (text: string) => steps.change({ [name]: text } as Partial<Values>),
    }),
  }
}
