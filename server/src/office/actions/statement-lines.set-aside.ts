import { STATEMENT_LINE_STATES } from '../../../../contract/console'
import type { Queryable } from '../../database/database'
import { ok, refuse } from '../../shared/result'
import type { ActionHandler, ConsoleDeps } from '../action'
import { markAside } from '../statements/statementRepository'
import { type LineAnswer, lineSubject, stateIn } from './statement-lines'

async function needLoose(tx: Queryable, deps: ConsoleDeps, line: string): LineAnswer<'already_aside' | 'line_pays'> {
  const state = await stateIn(tx, deps, line)
  if (!state.ok) return state
  if (state.value === 'set_aside') return refuse('already_aside')
  const group = STATEMENT_LINE_STATES[state.value]
  return group === 'matched' || group === 'done' ? refuse('line_pays') : state
}

/**
 * A line that belongs to no deposit, such as interest or a returned payment, needs no more work. Refuses a line that
 * pays a deposit: such a line is credited, or its deposit is rejected.
 */
export const setLineAside: ActionHandler<'statement-lines.set-aside'> = {
  subject: lineSubject,
  check: (deps, { line }) => needLoose(deps.database, deps, line),
  async run({ tx, deps, asker, reason }, { line }) {
    const before = await needLoose(tx, deps, line)
    if (!before.ok) return before
    await markAside(tx, line, { by: asker, at: new Date(deps.clock.now()), reason })
    return ok({ details: { before: before.value } })
  },
}
