import { createDatabase } from '../server/src/database/database'
import { createDeps, type Deps } from '../server/src/deps'
import { loadHeads } from '../server/src/market/tickLog'
import { limitExposure } from '../server/src/modules/products/exposure'
import { newId } from '../server/src/shared/ids'
import { createLog } from '../server/src/shared/log'
import { asked } from '../server/test/asks'
import { type Cost, compareWays, costOf } from './cost'
import { CALLERS, dropOpenOrders, SYMBOL, USERS } from './orderKit'

const NODES = 3
const ROUNDS = 7
/** As many as are placed in one round. */
const PLACED = 4_000
/** The profit of an order of 1.00 at 82 %. */
const PROFIT = 82n

/** Nodes of one database, as far as placing goes: each has its own connections and batches. */
async function createNodes({ config }: Pick<Deps, 'config'>, url: string) {
  const log = createLog('error')
  const nodes = await Promise.all(
    Array.from({ length: NODES }, async () => {
      const database = createDatabase(url, log, 4)
      // Signing is not what is compared.
      const deps = createDeps({ config, database, log })
      deps.acceptances.give = async (_number, terms) => ({ terms, signature: '', publicKey: '' })
      await deps.market.refreshProducts()
      await loadHeads(database)
      return { database, deps }
    }),
  )
  return nodes
}

/**
 * Orders of one product and side that all come at once through several nodes, with a limit and without one. No order
 * comes near the limit `far`, the last order of a round just fits `reached`, and `full` refuses every order.
 */
export async function placeWithLimits(floor: Pick<Deps, 'config' | 'database'>, productId: number, url: string) {
  const { database } = floor
  const nodes = await createNodes(floor, url)
  const beat = setInterval(() => {
    const tick = { productId, symbol: SYMBOL, sequence: 1, atMs: Date.now(), price: '100.0', size: '1' }
    for (const { deps } of nodes) deps.bus.publish({ type: 'ticks', ticks: [tick] })
  }, 300)
  await new Promise((resolve) => setTimeout(resolve, 400))
  const answers: Record<string, number> = {}
  const place = async (call: number) => {
    const order = asked({
      id: newId(),
      symbol: SYMBOL,
      direction: 'up',
      stake: '1.00',
      durationSeconds: 60,
      earningsRateBp: 8200,
    })
    const deps = nodes[call % NODES]?.deps
    const result = await deps?.orders.place(BigInt((call % USERS) + 1), order)
    const answer = result?.ok ? 'placed' : String(result?.error.code)
    answers[answer] = (answers[answer] ?? 0) + 1
  }
  const placeAll = () =>
    Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        for (let call = caller; call < PLACED; call += CALLERS) await place(call)
      }),
    )
  const measured = async (room: bigint | undefined): Promise<Cost> => {
    await dropOpenOrders(database)
    await database.query('delete from product_exposure')
    if (room !== undefined) await database.withTransaction((tx) => limitExposure(tx, SYMBOL, { up: room, down: room }))
    return costOf(database, placeAll)
  }
  try {
    const figures: Record<string, unknown> = {}
    const rooms = { far: 1_000_000_000_000n, reached: BigInt(PLACED) * PROFIT, full: 0n }
    for (const [name, room] of Object.entries(rooms)) {
      for (const answer of Object.keys(answers)) delete answers[answer]
      const figure = await compareWays(ROUNDS, { with: () => measured(room), without: () => measured(undefined) })
      figures[name] = { ...figure, answers: { ...answers } }
    }
    return { nodes: NODES, orders: PLACED, ...figures }
  } finally {
    clearInterval(beat)
    await database.query('delete from product_exposure')
    await dropOpenOrders(database)
    for (const node of nodes) await node.database.close()
  }
}
