import type { ErrorDetails } from '../../../contract/errors'
import type { FailureCode } from '../../domain/loadable'
import type { PlainKey } from '../../i18n/keys'

type FieldOf<Values> = keyof Values & string

/** Problems by field: locale keys, or the form's own names of problems whose texts have figures. */
export type FormErrors<Values, Problem extends string = PlainKey> = Partial<
  Record<FieldOf<Values>, Problem | undefined>
>

/** The server's answer to a form that it does not take. */
export interface FormFailure {
  code: FailureCode
  details: ErrorDetails
}

export interface FormState<Values, Problem extends string = PlainKey> {
  /** As typed or chosen. */
  values: Values
  /** Set when the form is sent; changing a field takes its own away. */
  errors: FormErrors<Values, Problem>
  sending: boolean
  /** A refusal that belongs to no field. */
  failure: FormFailure | undefined
  /** Epoch ms, device clock: the server accepts no try before. */
  retryAtMs: number | undefined
  /** The first wrong field, which takes the cursor, until something is changed. */
  focus: FieldOf<Values> | undefined
}

/** How one form differs from the others. All of it is pure. */
export interface FormRules<Values, Problem extends string = PlainKey> {
  /** The values after a change of the user's; by default they are as changed. */
  reduce?(values: Values, change: Partial<Values>): Values
  /** What keeps the form from being sent. */
  validate?(values: Values): FormErrors<Values, Problem>
  /** The field under which each refusal of the server is shown; for forms whose problems are locale keys. */
  fieldOfCode?: Partial<Record<FailureCode, FieldOf<Values>>>
  /** What else a refusal changes. */
  refused?(
    values: Values,
    code: FailureCode,
  ): Partial<Pick<FormState<Values, Problem>, 'values' | 'errors' | 'focus'>> | undefined
  /** Locale keys for failures that need another text in this form. */
  textOfCode?: Partial<Record<FailureCode, PlainKey>>
  /** Fields whose error depends on another: changing the key clears theirs too. */
  linked?: Partial<Record<FieldOf<Values>, readonly FieldOf<Values>[]>>
}

const BLANK = { errors: {}, sending: false, failure: undefined, retryAtMs: undefined, focus: undefined }

/**
 * Runs a form. Neither a wrong value nor a failed request clears what was typed, and of two quick taps the second sees
 * what the first has done.
 * @param rules read at each step, so that they may follow the server's terms
 * @param onState called with each new state
 */
export function createForm<Values extends object, Problem extends string = PlainKey>(
  rules: () => FormRules<Values, Problem>,
  initial: Values,
  onState: (state: FormState<Values, Problem>) => void,
) {
  type Field = FieldOf<Values>
  let state: FormState<Values, Problem> = { values: initial, ...BLANK }
  const fields = Object.keys(initial) as Field[]

  function set(part: Partial<FormState<Values, Problem>>) {
    state = { ...state, ...part }
    onState(state)
  }

  function change(part: Partial<Values>) {
    const { reduce, linked } = rules()
    const values = reduce?.(state.values, part) ?? { ...state.values, ...part }
    const changed = fields.filter((field) => values[field] !== state.values[field])
    if (changed.length === 0) return set({})
    const errors = { ...state.errors }
    for (const field of changed) for (const each of [field, ...(linked?.[field] ?? [])]) delete errors[each]
    set({ values, errors, failure: undefined, focus: undefined })
  }

  /** The values, if they may be sent; else says what is wrong. A form that is being sent, or has to wait, is not sent again. */
  function check(): Values | undefined {
    if (state.sending || waitSeconds(state.retryAtMs, Date.now()) > 0) return undefined
    const errors: FormErrors<Values, Problem> = rules().validate?.(state.values) ?? {}
    const focus = fields.find((field) => errors[field] !== undefined)
    set({ ...BLANK, errors, focus })
    return focus === undefined ? state.values : undefined
  }

  /** Checks the form and sends it, one request at a time. */
  async function submit(send: (values: Values) => Promise<unknown>): Promise<void> {
    const values = check()
    if (!values) return
    set({ sending: true })
    try {
      await send(values)
    } finally {
      set({ sending: false })
    }
  }

  /** Shows a refusal where it belongs; returns whether that is a field. */
  function refuse(failure: FormFailure): boolean {
    const { code, details } = failure
    const { fieldOfCode, refused } = rules()
    const field = fieldOfCode?.[code]
    if (field !== undefined) {
      const errors: FormErrors<Values, Problem> = {}
      errors[field] = `errors.${code}` as Problem
      set({ errors, focus: field, ...refused?.(state.values, code) })
    } else if (code === 'rate_limited' && details.retryAfterSeconds !== undefined) {
      set({ retryAtMs: Date.now() + details.retryAfterSeconds * 1000 })
    } else {
      set({ failure })
    }
    return field !== undefined
  }

  return { state: () => state, change, check, submit, refuse, reset: () => set({ values: initial, ...BLANK }) }
}

/** Whole seconds until the next try may be made; 0 when it may be made now. */
export function waitSeconds(retryAtMs: number | undefined, nowMs: number): number {
  return retryAtMs === undefined ? 0 : Math.max(0, Math.ceil((retryAtMs - nowMs) / 1000))
}
