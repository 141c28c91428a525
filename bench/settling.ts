import type { Database } from '../server/src/database/database'
import { createHeadMaker, type HeadMaker } from '../server/src/proof/heads'
import { systemClock } from '../server/src/shared/clock'
import { quantile, SYMBOL, settleDue } from './orderKit'

const ROUNDS = 9

/** With everything that the proof needs: the head before, the log of settlements, the head after. */
async function settleWith(database: Database, productId: number, heads: HeadMaker): Promise<number> {
  const settled = await settleDue(database, productId, heads, async () => (await heads.seal()).number)
  const startedAt = performance.now()
  await heads.seal()
  return settled + performance.now() - startedAt
}

/** The same without: heads are not made, and the function that notes settlements does nothing. */
async function settleWithout(database: Database, productId: number, heads: HeadMaker): Promise<number> {
  const [source] = await database.query<{ text: string }>(
    `select pg_get_functiondef('log_settlements'::regproc) as text`,
  )
  await database.query(
    `create or replace function log_settlements(p_closed trade_order[]) returns void
       language sql as $$ select null::void $$`,
  )
  // One that covers every tick to come, made by hand: the cost of heads is what is left out.
  let byHand = 0
  const headByHand = async () => {
    const [head] = await database.query<{ number: bigint }>(
      `insert into tree_head (number, at_ms, sizes, throughs, roots, logs, entry, log_root)
         select number + 1, at_ms, sizes, '{"${SYMBOL}": 1000000000000000}', roots, logs, entry, log_root
         from tree_head order by number desc limit 1 returning number`,
    )
    byHand = Number(head?.number)
    return byHand
  }
  const took = await settleDue(database, productId, heads, headByHand)
  await database.query(source?.text ?? '')
  // The trees continue from the last real head; the hand-made one must not be it.
  await database.query('alter table tree_head disable trigger all')
  await database.query('update trade_order set head_number = null where head_number = $1', [byHand])
  await database.query('delete from tree_head where number = $1', [byHand])
  return took
}

/**
 * Both ways in turns, each as often the first of a pair, so that neither has the warmer cache. Each pair gives a share; what
 * counts is the middle one, with the middle half of all beside it.
 */
export async function settleBothWays(database: Database, productId: number) {
  const heads = createHeadMaker({ database, clock: systemClock })
  const ways = { with: settleWith, without: settleWithout }
  const took = { with: [] as number[], without: [] as number[] }
  // The first round fills caches.
  for (let round = -1; round < ROUNDS; round++) {
    for (const way of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      const ms = await ways[way](database, productId, heads)
      if (round >= 0) took[way].push(ms)
    }
  }
  const shares = took.with.map((ms, pair) => (ms / (took.without[pair] ?? ms) - 1) * 100)
  const percent = (share: number) => Number(quantile(shares, share).toFixed(1))
  return {
    pairs: ROUNDS,
    ms: Math.round(quantile(took.with, 0.5)),
    withoutProofMs: Math.round(quantile(took.without, 0.5)),
    proofCostPercent: percent(0.5),
    middleHalfOfPairs: [percent(0.25), percent(0.75)],
  }
}
