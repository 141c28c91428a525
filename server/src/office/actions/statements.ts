import { type ConsoleProblem, STATEMENT_LINE_STATES, type StatementLineState } from '../../../../contract/console'
import type { Queryable } from '../../database/database'
import { ok } from '../../shared/result'
import { type Answer, refuse } from '../../staff/refusal'
import type { ActionHandler, ConsoleDeps } from '../action'
import { markAside, stateOf } from '../statements/statementRepository'

const subject = ({ line }: { line: string }) => `statement line ${line}`

type LineAnswer<C extends ConsoleProblem = never> = Promise<Answer<StatementLineState, C | 'not_found'>>

async function stateIn(tx: Queryable, { clock, config }: ConsoleDeps, line: string): LineAnswer {
  const state = await stateOf(tx, line, { currency: config.currency.code, now: new Date(clock.now()) })
  return state ? ok(state) : refuse('not_found')
}

/** Refuses a line that pays a deposit: such a line is credited, or its deposit is rejected. */
async function needLoose(tx: Queryable, deps: ConsoleDeps, line: string): LineAnswer<'already_aside' | 'line_pays'> {
  const state = await stateIn(tx, deps, line)
  if (!state.ok) return state
  if (state.value === 'set_aside') return refuse('already_aside')
  const group = STATEMENT_LINE_STATES[state.value]
  return group === 'matched' || group === 'done' ? refuse('line_pays') : state
}

async function needAside(tx: Queryable, deps: ConsoleDeps, line: string): LineAnswer<'not_aside'> {
  const state = await stateIn(tx, deps, line)
  return state.ok && state.value !== 'set_aside' ? refuse('not_aside') : state
}

/** A line that belongs to no deposit, such as interest or a returned payment, needs no more work. */
export const setLineAside: ActionHandler<'statement-lines.set-aside'> = {
  subject,
  check: (deps, { line }) => needLoose(deps.database, deps, line),
  async run({ tx, deps, asker, reason }, { line }) {
    const before = await needLoose(tx, deps, line)
    if (!before.ok) return before
    await markAside(tx, line, { by: asker, at: new Date(deps.clock.now()), reason })
    return ok({ details: { before: before.value } })
  },
}

/** Puts a line that was set aside by mistake back to work. */
export const reopenLine: ActionHandler<'statement-lines.reopen'> = {
  subject,
  check: (deps, { line }) => needAside(deps.database, deps, line),
  async run({ tx, deps }, { line }) {
    const aside = await needAside(tx, deps, line)
    if (!aside.ok) return aside
    await markAside(tx, line, null)
    const after = await stateIn(tx, deps, line)
    return after.ok ? ok({ details: { after: after.value } }) : after
  },
}
