import type { ConsoleProblem } from '../../../contract/console'
import type { ConsoleFault } from '../../../contract/consoleStatements'
import type { Result } from '../shared/result'

/** Why the back office refuses a request. */
export interface Refusal<C extends ConsoleProblem = ConsoleProblem> {
  code: C
  /** Facts that its message can name: the wait of `rate_limited`, the fault of `statement_unreadable`. */
  details?: { retryAfterSeconds?: number; fault?: ConsoleFault }
}

export type Answer<T, C extends ConsoleProblem = ConsoleProblem> = Result<T, Refusal<C>>

/** An expected refusal is a value, as in every other service; `Database.attempt` rolls back earlier writes. */
export const refuse = <C extends ConsoleProblem>(
  code: C,
  details?: Refusal['details'],
): { ok: false; error: Refusal<C> } => ({ ok: false, error: details ? { code, details } : { code } })
