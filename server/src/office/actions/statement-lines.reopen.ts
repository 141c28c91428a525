import type { Queryable } from '../../database/database'
import { ok, refuse } from '../../shared/result'
import type { ActionHandler, ConsoleDeps } from '../action'
import { markAside } from '../statements/statementRepository'
import { type LineAnswer, lineSubject, stateIn } from './statement-lines'

async function needAside(tx: Queryable, deps: ConsoleDeps, line: string): LineAnswer<'not_aside'> {
  const state = await stateIn(tx, deps, line)
  return state.ok && state.value !== 'set_aside' ? refuse('not_aside') : state
}

/** Puts a line that was set aside by mistake back to work. Refuses any other line. */
export const reopenLine: ActionHandler<'statement-lines.reopen'> = {
  subject: lineSubject,
  check: (deps, { line }) => needAside(deps.database, deps, line),
  async run({ tx, deps }, { line }) {
    const aside = await needAside(tx, deps, line)
    if (!aside.ok) return aside
    await markAside(tx, line, null)
    const after = await stateIn(tx, deps, line)
    return after.ok ? ok({ details: { after: after.value } }) : after
  },
}
