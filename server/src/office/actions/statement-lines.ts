import type { ConsoleProblem, StatementLineState } from '../../../../contract/console'
import type { Queryable } from '../../database/database'
import { ok, type Result, refuse } from '../../shared/result'
import type { ConsoleDeps } from '../action'
import { stateOf } from '../statements/statementRepository'

export const lineSubject = ({ line }: { line: string }) => `statement line ${line}`

export type LineAnswer<C extends ConsoleProblem = never> = Promise<Result<StatementLineState, C | 'not_found'>>

export async function stateIn(tx: Queryable, { clock, config }: ConsoleDeps, line: string): LineAnswer {
  const state = await stateOf(tx, line, { currency: config.currency.code, now: new Date(clock.now()) })
  return state ? ok(state) : refuse('not_found')
}
