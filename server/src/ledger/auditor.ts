import type { Queryable } from '../database/database'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { createLoop, type Loop } from '../shared/loop'

/** One thing that is off. Amounts are minor units. */
export type Finding =
  | { kind: 'transfer_unbalanced'; transferId: bigint; sum: bigint }
  | { kind: 'balance_differs'; accountId: bigint; balance: bigint; postings: bigint }
  | { kind: 'balance_negative'; accountId: bigint; balance: bigint }
  | { kind: 'total_not_zero'; sum: bigint }
  | { kind: 'row_differs'; table: string; id: bigint }

/** A walk over one table in bounded steps of ids. */
export interface Sweep {
  perBatch: bigint
  last(database: Queryable): Promise<bigint>
  /** What is off in the id range (from, to]. */
  find(database: Queryable, from: bigint, to: bigint): Promise<Finding[]>
}

export const FINDINGS_MAX = 100
/** A walk that fails for so long leaves the books unchecked. */
const FAILING_MS = 60_000
const ID_MAX = 9_223_372_036_854_775_807n

/** Transfers of the id range (from, to] whose postings do not sum to 0, or that have fewer than two. */
export async function findUnbalancedTransfers(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{ id: bigint; sum: bigint }>(
    `select t.id, coalesce(sum(p.amount), 0)::bigint as sum
       from ledger_transfer t
       left join ledger_posting p on p.transfer_id = t.id and p.transfer_id > $1 and p.transfer_id <= $2
      where t.id > $1 and t.id <= $2
        -- Postings that were archived added up before (recordArchiver.ts), and are checked there (ops archive check).
        and t.id > coalesce((select max(last_key)::bigint from record_archive where parent = 'ledger_posting'), 0)
      group by t.id having coalesce(sum(p.amount), 0) <> 0 or count(p.amount) < 2
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return rows.map((row) => ({ kind: 'transfer_unbalanced', transferId: row.id, sum: row.sum }))
}

/** Accounts of the id range (from, to] whose kept balance is not the sum of their postings, archived ones included, or is below 0 for a user. */
export async function findWrongBalances(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{ id: bigint; user_id: bigint | null; balance: bigint; postings: bigint }>(
    `select a.id, a.user_id, a.balance, s.sum as postings
       from ledger_account a
       left join ledger_archive_total old on old.account_id = a.id
       cross join lateral (select (coalesce(sum(p.amount), 0) + coalesce(old.amount, 0))::bigint as sum
                             from ledger_posting p where p.account_id = a.id) s
      where a.id > $1 and a.id <= $2 and (a.balance <> s.sum or (a.balance < 0 and a.user_id is not null))
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return rows.map((row) =>
    row.balance === row.postings
      ? { kind: 'balance_negative', accountId: row.id, balance: row.balance }
      : { kind: 'balance_differs', accountId: row.id, balance: row.balance, postings: row.postings },
  )
}

/** Money neither appears nor vanishes: all balances together are 0. */
export async function findWrongTotal(database: Queryable): Promise<Finding[]> {
  const rows = await database.query<{ sum: bigint }>(
    'select coalesce(sum(balance), 0)::bigint as sum from ledger_account',
  )
  const sum = rows[0]?.sum ?? 0n
  return sum === 0n ? [] : [{ kind: 'total_not_zero', sum }]
}

const lastId = (table: 'ledger_transfer' | 'ledger_account') => async (database: Queryable) => {
  const rows = await database.query<{ id: bigint | null }>(`select max(id) as id from ${table}`)
  return rows[0]?.id ?? 0n
}

const LEDGER_SWEEPS: readonly Sweep[] = [
  { perBatch: 5_000n, last: lastId('ledger_transfer'), find: findUnbalancedTransfers },
  { perBatch: 500n, last: lastId('ledger_account'), find: findWrongBalances },
]

/** Everything at once: for tests and for the operator. Each query sees one consistent state. */
export async function auditAll(database: Queryable, more: readonly Sweep[] = []): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { find } of [...LEDGER_SWEEPS, ...more]) findings.push(...(await find(database, 0n, ID_MAX)))
  return [...findings, ...(await findWrongTotal(database))]
}

/** `unchecked` until the first full round is through; `off` from a finding until a full round without one. */
export type AuditState = 'ok' | 'off' | 'unchecked'

export interface Auditor {
  start(): void
  stop(): Promise<void>
  state(): AuditState
  /** One bounded batch; for tests, which call it until `state()` settles. */
  runBatch(): Promise<Finding[]>
}

const BATCH_PAUSE_MS = 2_000
/** A small ledger is through in one batch; summing it up again at once would only cost. */
const ROUND_PAUSE_MS = 30_000

interface Round {
  steps: { sweep: Sweep; at: bigint; last: bigint }[]
  findings: number
}

async function beginRound(database: Queryable, sweeps: readonly Sweep[]): Promise<Round> {
  const steps: Round['steps'] = []
  for (const sweep of sweeps) steps.push({ sweep, at: 0n, last: await sweep.last(database) })
  return { steps, findings: 0 }
}

/** Walks over all books again and again in small batches, so that the check never competes with trading. */
export function createAuditor(deps: {
  database: Queryable
  clock: Clock
  log: Log
  /** What to walk over beside the ledger. */
  more?: readonly Sweep[]
}): Auditor {
  const { database, clock, log } = deps
  const sweeps = [...LEDGER_SWEEPS, ...(deps.more ?? [])]
  let state: AuditState = 'unchecked'
  /** Since when the batches of the walk fail. */
  let failingSinceMs: number | undefined
  let round: Round | undefined
  let walk: Loop | undefined

  async function runBatch(): Promise<Finding[]> {
    round ??= await beginRound(database, sweeps)
    const findings: Finding[] = []
    for (const step of round.steps.filter(({ at, last }) => at < last)) {
      const to = step.at + step.sweep.perBatch
      findings.push(...(await step.sweep.find(database, step.at, to)))
      step.at = to
    }
    const done = round.steps.every(({ at, last }) => at >= last)
    if (done) findings.push(...(await findWrongTotal(database)))
    round.findings += findings.length
    if (findings.length > 0) {
      state = 'off'
      log.error({ findings: findings.slice(0, 10).map(describeFinding) }, 'the books do not add up')
    }
    if (done) {
      if (round.findings === 0) state = 'ok'
      round = undefined
    }
    return findings
  }

  return {
    runBatch,
    // Books that nobody can read any more are not books that add up.
    state: () =>
      state === 'ok' && failingSinceMs !== undefined && clock.now() - failingSinceMs >= FAILING_MS
        ? 'unchecked'
        : state,
    start() {
      walk = createLoop({
        clock,
        everyMs: () => (round ? BATCH_PAUSE_MS : ROUND_PAUSE_MS),
        async turn() {
          await runBatch()
          failingSinceMs = undefined
        },
        failed(error) {
          failingSinceMs ??= clock.now()
          log.warn({ err: error }, 'the ledger could not be checked')
        },
      })
      walk.start()
    },
    async stop() {
      await walk?.stop()
    },
  }
}

/** JSON has no bigint. */
const describeFinding = (finding: Finding) =>
  Object.fromEntries(Object.entries(finding).map(([key, value]) => [key, String(value)]))
