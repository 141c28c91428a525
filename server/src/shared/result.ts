import type { ConsoleFault } from '../../../contract/consoleStatements'
import type { ErrorCode, ErrorDetails } from '../../../contract/errors'

/** An expected failure is a value, with the codes that it can have in its type; bugs assert and throw. */
export type Result<T, C extends string> = { ok: true; value: T } | { ok: false; error: Refusal<C> }

/** Why something was not done; `details` holds facts that a message to people can name. */
export interface Refusal<C extends string = ErrorCode> {
  code: C
  details?: ErrorDetails & { fault?: ConsoleFault }
}

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

/** `Database.attempt` rolls back earlier writes of a transaction that returns a refusal. */
export const refuse = <C extends string>(code: C, details?: Refusal['details']): { ok: false; error: Refusal<C> } => ({
  ok: false,
  error: details ? { code, details } : { code },
})

/** Carries a refusal out of a handler; the error handler turns it into the contract's body. */
export class RefusedError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined

  constructor(error: Refusal) {
    super(error.code)
    this.name = 'RefusedError'
    this.code = error.code
    this.details = error.details
  }
}

/** The value, or a throw that the HTTP layer answers with the refusal's code. For route handlers only. */
export function unwrap<T>(result: Result<T, ErrorCode>): T {
  if (result.ok) return result.value
  throw new RefusedError(result.error)
}
