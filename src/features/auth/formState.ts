import type { ErrorCode, ErrorDetails } from '../../../contract/errors'
import type { FailureCode } from '../../domain/loadable'
import type { PlainKey } from '../../i18n/keys'

/** The common part of the forms of this feature. Pure: the screen decides what to send, and when. */
export interface FormState<Field extends string> {
  values: Record<Field, string>
  /** Locale keys of the problems, set when the form is sent; typing in a field clears its own. */
  errors: Partial<Record<Field, PlainKey>>
  phase: 'editing' | 'sending'
  /** Locale key of a failure that belongs to no field. */
  failure: PlainKey | undefined
  /** The operator's reason. */
  reason?: string | undefined
  /** Epoch ms, device clock: the server accepts no try before. */
  retryAtMs: number | undefined
  /** The first wrong field, which takes the cursor, until something is typed. */
  focus: Field | undefined
}

export interface FormFailure {
  code: FailureCode
  details: ErrorDetails
}

export type FormAction<Field extends string> =
  | { type: 'typed'; field: Field; text: string }
  | { type: 'submitted'; nowMs: number }
  | { type: 'failed'; failure: FormFailure; nowMs: number }
  | { type: 'succeeded' }

export type FormErrors<Field extends string> = Partial<Record<Field, PlainKey>>

/** How one form differs from the others. */
export interface FormRules<Field extends string> {
  validate(values: Record<Field, string>): FormErrors<Field>
  /** The field under which each refusal of the server is shown. */
  fieldOfCode: Partial<Record<ErrorCode, Field>>
  /** Locale keys for failures that need another text in this form. */
  textOfCode?: Partial<Record<FailureCode, PlainKey>>
  /** Fields whose error depends on another: typing in the key clears the others too. */
  linked?: Partial<Record<Field, readonly Field[]>>
}

export function initialForm<Field extends string>(values: Record<Field, string>): FormState<Field> {
  return { values, errors: {}, phase: 'editing', failure: undefined, retryAtMs: undefined, focus: undefined }
}

/** The first wrong field in the order of the form. */
function firstWrong<Field extends string>(state: FormState<Field>, errors: FormErrors<Field>): Field | undefined {
  return (Object.keys(state.values) as Field[]).find((field) => errors[field] !== undefined)
}

/** The next state. Neither a wrong value nor a failed request clears the input. */
export function reduceForm<Field extends string>(
  state: FormState<Field>,
  action: FormAction<Field>,
  rules: FormRules<Field>,
): FormState<Field> {
  switch (action.type) {
    case 'typed': {
      const errors = { ...state.errors }
      for (const field of [action.field, ...(rules.linked?.[action.field] ?? [])]) delete errors[field]
      const values = { ...state.values, [action.field]: action.text }
      return { ...state, values, errors, failure: undefined, focus: undefined }
    }
    case 'submitted':
      return submitted(state, action.nowMs, rules)
    case 'failed':
      return failedToSend(state, action.failure, action.nowMs, rules)
    case 'succeeded':
      return { ...state, phase: 'editing', errors: {}, failure: undefined, retryAtMs: undefined }
  }
}

/** A form that is being sent, or has to wait, is not sent again. */
function submitted<Field extends string>(
  state: FormState<Field>,
  nowMs: number,
  rules: FormRules<Field>,
): FormState<Field> {
  if (state.phase === 'sending' || waitSeconds(state, nowMs) > 0) return state
  const errors = rules.validate(state.values)
  if (Object.keys(errors).length > 0) return { ...state, errors, failure: undefined, focus: firstWrong(state, errors) }
  return { ...state, errors: {}, failure: undefined, retryAtMs: undefined, phase: 'sending', focus: undefined }
}

function failedToSend<Field extends string>(
  state: FormState<Field>,
  { code, details }: FormFailure,
  nowMs: number,
  rules: FormRules<Field>,
): FormState<Field> {
  const editing: FormState<Field> = { ...state, phase: 'editing' }
  const field = (rules.fieldOfCode as Partial<Record<string, Field>>)[code]
  if (field !== undefined) {
    const errors: FormErrors<Field> = {}
    errors[field] = `errors.${code}`
    return { ...editing, errors, focus: field }
  }
  const { retryAfterSeconds } = details
  if (code === 'rate_limited' && retryAfterSeconds !== undefined) {
    return { ...editing, retryAtMs: nowMs + retryAfterSeconds * 1000 }
  }
  return { ...editing, failure: rules.textOfCode?.[code] ?? `errors.${code}`, reason: details.reason }
}

/** Whole seconds until the next try may be made; 0 when it may be made now. */
export function waitSeconds(state: FormState<string>, nowMs: number): number {
  if (state.retryAtMs === undefined) return 0
  return Math.max(0, Math.ceil((state.retryAtMs - nowMs) / 1000))
}

/** Texts of the screen around the fields. */
export interface FormSummary {
  sending: boolean
  waitSeconds: number
  failure: PlainKey | undefined
  reason?: string | undefined
}

export function summariseForm(state: FormState<string>, nowMs: number): FormSummary {
  const { failure, reason } = state
  return { sending: state.phase === 'sending', waitSeconds: waitSeconds(state, nowMs), failure, reason }
}
