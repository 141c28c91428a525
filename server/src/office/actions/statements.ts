import { STATEMENT_LINE_STATES, type StatementLineState } from '../../../../contract/console'
import type { Queryable } from '../../database/database'
import { ConsoleRefusal } from '../../staff/refusal'
import type { ActionHandler, ConsoleDeps } from '../action'
import { markAside, stateOf } from '../statements/statementRepository'

const subject = ({ line }: { line: string }) => `statement line ${line}`

async function stateIn(tx: Queryable, { clock, config }: ConsoleDeps, line: string): Promise<StatementLineState> {
  const state = await stateOf(tx, line, { currency: config.currency.code, now: new Date(clock.now()) })
  if (!state) throw new ConsoleRefusal('not_found')
  return state
}

/** Refuses a line that pays a deposit: such a line is credited, or its deposit is rejected. */
async function needLoose(tx: Queryable, deps: ConsoleDeps, line: string): Promise<StatementLineState> {
  const state = await stateIn(tx, deps, line)
  if (state === 'set_aside') throw new ConsoleRefusal('already_aside')
  const group = STATEMENT_LINE_STATES[state]
  if (group === 'matched' || group === 'done') throw new ConsoleRefusal('line_pays')
  return state
}

async function needAside(tx: Queryable, deps: ConsoleDeps, line: string) {
  if ((await stateIn(tx, deps, line)) !== 'set_aside') throw new ConsoleRefusal('not_aside')
}

/** A line that belongs to no deposit, such as interest or a returned payment, needs no more work. */
export const setLineAside: ActionHandler<'statement-lines.set-aside'> = {
  subject,
  async check(deps, { line }) {
    await needLoose(deps.database, deps, line)
  },
  async run({ tx, deps, asker, reason }, { line }) {
    const before = await needLoose(tx, deps, line)
    await markAside(tx, line, { by: asker, at: new Date(deps.clock.now()), reason })
    return { details: { before } }
  },
}

/** Puts a line that was set aside by mistake back to work. */
export const reopenLine: ActionHandler<'statement-lines.reopen'> = {
  subject,
  check: (deps, { line }) => needAside(deps.database, deps, line),
  async run({ tx, deps }, { line }) {
    await needAside(tx, deps, line)
    await markAside(tx, line, null)
    return { details: { after: await stateIn(tx, deps, line) } }
  },
}
