import { useCallback, useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n'
import type { FormAction, FormState } from './formState'

export interface Form<Field extends string> {
  state: FormState<Field>
  dispatch: (action: FormAction<Field>) => void
  /** Submits the form; returns the values to send, or undefined when a value is wrong or a request is under way. */
  begin: () => Record<Field, string> | undefined
  /** The props of a field; its error is in the user's language. */
  field: (name: Field) => FieldProps<Field>
}

interface FieldProps<Field extends string> {
  name: Field
  value: string
  error: string | undefined
  focus: boolean
  onChange: (text: string) => void
}

/** Runs a pure form model. The second of two quick taps sees the first, even with no render in between. */
export function useForm<Field extends string>(
  reduce: (state: FormState<Field>, action: FormAction<Field>) => FormState<Field>,
  initial: () => FormState<Field>,
): Form<Field> {
  const t = useT()
  const [state, setState] = useState(initial)
  const current = useRef(state)
  const dispatch = useCallback(
    (action: FormAction<Field>) => {
      current.current = reduce(current.current, action)
      setState(current.current)
    },
    [reduce],
  )
  const begin = useCallback(() => {
    const before = current.current
    dispatch({ type: 'submitted', nowMs: Date.now() })
    const after = current.current
    return before !== after && after.phase === 'sending' ? after.values : undefined
  }, [dispatch])
  const field = (name: Field): FieldProps<Field> => ({
    name,
    value: state.values[name],
    error: state.errors[name] && t(state.errors[name]),
    focus: state.focus === name,
    onChange: (text) => dispatch({ type: 'typed', field: name, text }),
  })
  return { state, dispatch, begin, field }
}

const SECOND_MS = 1000

/** Now by the device's clock (epoch ms), renewed each second until `untilMs`. */
export function useNowUntil(untilMs: number | undefined): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    setNowMs(Date.now())
    if (untilMs === undefined || untilMs <= Date.now()) return
    const timer = setInterval(() => {
      setNowMs(Date.now())
      if (Date.now() >= untilMs) clearInterval(timer)
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [untilMs])
  return nowMs
}
