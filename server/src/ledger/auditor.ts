import type { Queryable } from '../plugins/database'
import type { Log } from '../plugins/log'
import type { Clock } from '../shared/clock'

/** One thing that is off. Amounts are minor units. */
export type Finding =
  | { kind: 'transfer_unbalanced'; transferId: bigint; sum: bigint }
  | { kind: 'balance_differs'; accountId: bigint; balance: bigint; postings: bigint }
  | { kind: 'balance_negative'; accountId: bigint; balance: bigint }
  | { kind: 'total_not_zero'; sum: bigint }

const FINDINGS_MAX = 100

/** Transfers of the id range (from, to] whose postings do not sum to 0, or that have fewer than two. */
export async function findUnbalancedTransfers(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{ id: bigint; sum: bigint }>(
    `select t.id, coalesce(sum(p.amount), 0)::bigint as sum
       from ledger_transfer t left join ledger_posting p on p.transfer_id = t.id
      where t.id > $1 and t.id <= $2
      group by t.id having coalesce(sum(p.amount), 0) <> 0 or count(p.amount) < 2
      limit ${FINDINGS_MAX}`,
    [from, to],
  )
  return rows.map((row) => ({ kind: 'transfer_unbalanced', transferId: row.id, sum: row.sum }))
}

/** Accounts of the id range (from, to] whose kept balance is not the sum of their postings, or is below 0 for a user. */
export async function findWrongBalances(database: Queryable, from: bigint, to: bigint): Promise<Finding[]> {
  const rows = await database.query<{ id: bigint; user_id: bigint | null; balance: bigint; postings: bigint }>(
    `select a.id, a.user_id, a.balance, s.sum as postings
       from ledger_account a
       cross join lateral (select coalesce(sum(p.amount), 0)::bigint as sum from ledger_posting p where p.account_id = a.id) s
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

/** Everything at once: for tests and for the operator. Each query sees one consistent state. */
export async function auditAll(database: Queryable): Promise<Finding[]> {
  const max = 9_223_372_036_854_775_807n
  return [
    ...(await findUnbalancedTransfers(database, 0n, max)),
    ...(await findWrongBalances(database, 0n, max)),
    ...(await findWrongTotal(database)),
  ]
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

const TRANSFERS_PER_BATCH = 5_000n
const ACCOUNTS_PER_BATCH = 500n
const BATCH_PAUSE_MS = 2_000
/** A small ledger is through in one batch; summing it up again at once would only cost. */
const ROUND_PAUSE_MS = 30_000

interface Round {
  transfer: bigint
  account: bigint
  lastTransfer: bigint
  lastAccount: bigint
  findings: number
}

async function beginRound(database: Queryable): Promise<Round> {
  const rows = await database.query<{ transfer: bigint; account: bigint }>(
    `select coalesce((select max(id) from ledger_transfer), 0)::bigint as transfer,
            coalesce((select max(id) from ledger_account), 0)::bigint as account`,
  )
  const { transfer, account } = rows[0] ?? { transfer: 0n, account: 0n }
  return { transfer: 0n, account: 0n, lastTransfer: transfer, lastAccount: account, findings: 0 }
}

/** Walks over the whole ledger again and again in small batches, so that the check never competes with trading. */
export function createAuditor(deps: { database: Queryable; clock: Clock; log: Log }): Auditor {
  const { database, clock, log } = deps
  let state: AuditState = 'unchecked'
  let round: Round | undefined
  let stopped: AbortController | undefined
  let loop: Promise<void> | undefined

  async function runBatch(): Promise<Finding[]> {
    round ??= await beginRound(database)
    const nextTransfer = round.transfer + TRANSFERS_PER_BATCH
    const nextAccount = round.account + ACCOUNTS_PER_BATCH
    const findings = [
      ...(await findUnbalancedTransfers(database, round.transfer, nextTransfer)),
      ...(await findWrongBalances(database, round.account, nextAccount)),
    ]
    round.transfer = nextTransfer
    round.account = nextAccount
    const done = nextTransfer >= round.lastTransfer && nextAccount >= round.lastAccount
    if (done) findings.push(...(await findWrongTotal(database)))
    round.findings += findings.length
    if (findings.length > 0) {
      state = 'off'
      log.error({ findings: findings.slice(0, 10).map(describeFinding) }, 'the ledger does not add up')
    }
    if (done) {
      if (round.findings === 0) state = 'ok'
      round = undefined
    }
    return findings
  }

  return {
    runBatch,
    state: () => state,
    start() {
      const control = new AbortController()
      stopped = control
      loop = (async () => {
        while (!control.signal.aborted) {
          await runBatch().catch((error) => log.warn({ err: error }, 'the ledger could not be checked'))
          await clock.sleep(round ? BATCH_PAUSE_MS : ROUND_PAUSE_MS, control.signal)
        }
      })()
    },
    async stop() {
      stopped?.abort()
      await loop
    },
  }
}

/** JSON has no bigint. */
const describeFinding = (finding: Finding) =>
  Object.fromEntries(Object.entries(finding).map(([key, value]) => [key, String(value)]))
