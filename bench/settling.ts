import type { Database } from '../server/src/database/database'
import type { Deps } from '../server/src/deps'
import { createHeadMaker, type HeadMaker } from '../server/src/proof/heads'
import { systemClock } from '../server/src/shared/clock'
import { type Cost, compareWays, costOf, sumOf } from './cost'
import { PLACED, placeMany, SYMBOL, settleDue } from './orderKit'

const ROUNDS = 9

/** With everything that the proof needs: the head before, the log of settlements, the head after. */
async function settleWith(database: Database, productId: number, heads: HeadMaker): Promise<Cost> {
  const settled = await settleDue(database, productId, heads, async () => (await heads.seal()).number)
  return sumOf(settled, await costOf(database, () => heads.seal()))
}

/** The same without proofs: no heads are made, and the function that logs settlements does nothing. */
async function settleWithout(database: Database, productId: number, heads: HeadMaker): Promise<Cost> {
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

/** 10,000 orders, with the proof of their results and without it. */
export async function settleBothWays(database: Database, productId: number) {
  const heads = createHeadMaker({ database, clock: systemClock })
  return compareWays(ROUNDS, {
    with: () => settleWith(database, productId, heads),
    without: () => settleWithout(database, productId, heads),
  })
}

/**
 * Placing as a node does it, with the signature that each answer carries, its stored copy and the head that takes up
 * the orders; and without all that.
 */
export async function placeBothWays(
  deps: Pick<Deps, 'database' | 'acceptances'>,
  place: (call: number) => Promise<void>,
) {
  const { database, acceptances } = deps
  const heads = createHeadMaker({ database, clock: systemClock })
  const { give } = acceptances
  const placeAll = () => placeMany(place)
  const figures = await compareWays(ROUNDS, {
    with: () =>
      costOf(database, async () => {
        await placeAll()
        await acceptances.flush()
        await heads.seal()
      }),
    async without() {
      acceptances.give = async (_number, terms) => ({ terms, signature: '', publicKey: '' })
      const cost = await costOf(database, placeAll)
      acceptances.give = give
      // Orders of this round must not be taken up in the next one.
      await heads.seal()
      return cost
    },
  })
  const [stored] = await database.query<{ acceptances: bigint }>('select count(*) as acceptances from acceptance')
  return { orders: PLACED, ...figures, signaturesStored: Number(stored?.acceptances ?? 0n) }
}
