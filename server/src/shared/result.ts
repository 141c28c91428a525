import type { ErrorCode, ErrorDetails } from '../../../contract/errors'

/** An expected failure is a value; bugs assert and throw. */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E }

/** A refusal with one of these codes of the contract; `details` holds facts that the user's message can name. */
export interface AppError<C extends ErrorCode = ErrorCode> {
  code: C
  details?: ErrorDetails
}

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

export const fail = <C extends ErrorCode>(code: C, details?: ErrorDetails): { ok: false; error: AppError<C> } => ({
  ok: false,
  error: details ? { code, details } : { code },
})

/** Carries a refusal out of a handler; the error handler turns it into the contract's body. */
export class RefusedError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined

  constructor(error: AppError) {
    super(error.code)
    this.name = 'RefusedError'
    this.code = error.code
    this.details = error.details
  }
}

/** The value, or a throw that the HTTP layer answers with the refusal's code. For route handlers only. */
export function unwrap<T>(result: Result<T, AppError>): T {
  if (result.ok) return result.value
  throw new RefusedError(result.error)
}
