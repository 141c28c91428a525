import Value from 'typebox/value'
import { MESSAGE_FACTS, type MessageKind } from '../../contract/messageFacts'
import { auditAll } from '../src/auditor/auditor'
import { sweepsOfDatabase } from '../src/auditor/resultsSweep'
import { comparePrices, decide, type RuleTick } from '../src/auditor/rule'
import type { Database } from '../src/database/database'
import { DIRECTION, storedName } from '../src/shared/stored'
import { brokenSavings } from './savingsInvariants'
import { brokenWallet } from './walletInvariants'

const STATUS = { won: 3, lost: 4, tie: 5, void: 6 } as const
const VOID_REASON = { no_entry_tick: 1, too_few_ticks: 2, stale_at_expiry: 3, logged_late: 4 } as const

interface ClosedRow {
  number: bigint
  user_id: bigint
  id: string
  product_id: number
  direction: number
  duration_seconds: number
  accepted_at_ms: bigint
  logged_late: boolean
  stake: bigint
  payout: bigint
  status: number
  void_reason: number | null
  profit_loss: bigint
  entry_price: string | null
  exit_price: string | null
  entry_timeout_ms: number
  stale_after_ms: number
  closed_at_ms: bigint
}

/** Decides every closed order again from the tick log, with the rule that was written apart from the SQL. */
async function recompute(database: Database): Promise<string[]> {
  const problems: string[] = []
  const ticks = await database.query<{ product_id: number; sequence: bigint; at_ms: bigint; price: string }>(
    'select product_id, sequence, at_ms, price::text as price from tick',
  )
  const logs = Map.groupBy(ticks, (tick) => tick.product_id)
  const closed = await database.query<ClosedRow>(
    `select placed.*, product.entry_timeout_ms, product.stale_after_ms,
            coalesce((select is_logged_late(accepted.head_number, placed.accepted_at_ms) from accepted_order accepted
                       where accepted.order_number = placed.number), false) as logged_late
       from trade_order placed join product on product.id = placed.product_id
      where placed.status > 2`,
  )
  for (const order of closed) {
    const log: RuleTick[] = (logs.get(order.product_id) ?? []).map((tick) => ({
      sequence: Number(tick.sequence),
      atMs: Number(tick.at_ms),
      price: tick.price,
    }))
    const decision = decide(
      {
        direction: storedName(DIRECTION, order.direction),
        acceptedAtMs: Number(order.accepted_at_ms),
        isLoggedLate: order.logged_late,
        durationMs: order.duration_seconds * 1000,
        entryTimeoutMs: order.entry_timeout_ms,
        staleAfterMs: order.stale_after_ms,
      },
      log,
    )
    const profitLoss =
      decision.status === 'won' ? order.payout - order.stake : decision.status === 'lost' ? -order.stake : 0n
    const reason = decision.status === 'void' ? VOID_REASON[decision.reason] : null
    const samePrices =
      decision.status === 'void' ||
      (comparePrices(decision.entry.price, order.entry_price ?? '0') === 0 &&
        comparePrices(decision.exit.price, order.exit_price ?? '0') === 0)
    if (
      order.status !== STATUS[decision.status] ||
      order.void_reason !== reason ||
      order.profit_loss !== profitLoss ||
      !samePrices
    ) {
      problems.push(
        `order ${order.number} is stored as ${order.status}/${order.void_reason} but decides as ${decision.status}`,
      )
    }
  }
  return problems
}

/** Orders without exactly one transfer for their placing, or closed ones without exactly one for their end. */
async function transfersAmiss(database: Database): Promise<string[]> {
  const rows = await database.query<{ number: bigint; placed: bigint; ended: bigint }>(
    `select placed.number, count(transfer.id) filter (where transfer.kind = 10) as placed,
            count(transfer.id) filter (where transfer.kind in (11, 12)) as ended
       from trade_order placed
       left join ledger_transfer transfer on transfer.user_id = placed.user_id and transfer.reference = placed.id
      group by placed.number, placed.status
     having count(transfer.id) filter (where transfer.kind = 10) <> 1
         or count(transfer.id) filter (where transfer.kind in (11, 12)) <> (case when placed.status > 2 then 1 else 0 end)`,
  )
  return rows.map((row) => `order ${row.number} has ${row.placed} placements and ${row.ended} settlements`)
}

/**
 * Messages and results whose facts are not those of their kind: SQL writes some, which no compiler checks against the
 * contract.
 */
async function wrongFacts(database: Database): Promise<string[]> {
  const rows = await database.query<{ kind: MessageKind; facts: unknown }>(
    `select kind, facts from message
     union all
     select 'order_settled', settled_facts(placed, product)
       from trade_order placed join product on product.id = placed.product_id where placed.status > order_open()`,
  )
  return rows
    .filter(({ kind, facts }) => !Value.Check(MESSAGE_FACTS[kind], facts))
    .map(({ kind, facts }) => `a message of kind ${kind} has the facts ${JSON.stringify(facts)}`)
}

/** Violations of the rules that must be true after every scenario; empty if there are none. */
export async function brokenInvariants(database: Database): Promise<string[]> {
  const findings = await auditAll(database, sweepsOfDatabase())
  return [
    ...findings.map((finding) => `ledger: ${finding.kind}`),
    ...(await transfersAmiss(database)),
    ...(await recompute(database)),
    ...(await brokenSavings(database)),
    ...(await brokenWallet(database)),
    ...(await wrongFacts(database)),
  ]
}
