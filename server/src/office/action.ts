import { type ConsoleProblem, ruleOf, type StaffActionName, type StaffActionWith } from '../../../contract/console'
import type { ActionParams } from '../../../contract/consoleActions'
import type { Queryable, Tx } from '../database/database'
import type { Deps } from '../deps'
import { parseMoney } from '../shared/money'
import { ok, type Result, refuse } from '../shared/result'
import type { StaffService } from '../staff/staffService'

export interface ConsoleDeps extends Deps {
  staff: StaffService
}

export interface ActionRun {
  /** For the audit log; holds no personal data. */
  details: Record<string, unknown>
  /** Shown once to the person who completed it. */
  result?: Record<string, string>
}

export interface ActionContext {
  tx: Tx
  deps: ConsoleDeps
  /** The person who asked for it, as the audit log names them. */
  asker: string
  /** The second person; undefined if one was enough. */
  agreer?: string
  /** When they asked for it: what has happened since, they did not know. */
  askedAt: Date
  /** Why they asked for it. */
  reason: string
  /** Minor units; 0 for an action that moves no money. */
  amount: bigint
}

/** A request before a second person is asked. */
export interface ActionRequest {
  asker: string
  amount: bigint
}

/** What an action concerns, whether it is possible, and what it does. Its row in `STAFF_ACTIONS` says who may take it. */
export interface ActionHandler<N extends StaffActionName> {
  /** As the audit log names it. */
  subject(params: ActionParams<N>): string
  /** Refuses, so that nobody proposes what cannot be done. `run` checks again. */
  check(deps: ConsoleDeps, params: ActionParams<N>, request: ActionRequest): Promise<Result<unknown, ConsoleProblem>>
  /** Whether two people are needed regardless of the settings; runs in the transaction of the action. */
  needsTwo?(tx: Tx, params: ActionParams<N>): Promise<boolean>
  /** In the transaction of the action: a refusal rolls back what was written before it. */
  run(context: ActionContext, params: ActionParams<N>): Promise<Result<ActionRun, ConsoleProblem>>
}

/** Minor units: 0 for an action that moves no money, undefined for no amount or one that is not above 0. */
export function amountOf<N extends StaffActionName>(
  action: N,
  params: ActionParams<N>,
  scale: number,
): bigint | undefined {
  if (!ruleOf(action).money) return 0n
  const { amount } = params as ActionParams<StaffActionWith<{ money: true }>>
  const minor = parseMoney(amount, scale)
  return minor !== undefined && minor > 0n ? minor : undefined
}

/** A user by number; `not_found` if the account was deleted. */
export async function liveUser(
  database: Queryable,
  id: string,
): Promise<Result<{ id: bigint; account: string }, 'not_found'>> {
  const row = await database.first<{ id: bigint; account: string }>(
    'select id, account from app_user where id = $1 and deleted_at is null',
    [id],
  )
  return row ? ok(row) : refuse('not_found')
}
