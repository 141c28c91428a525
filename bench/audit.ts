import { startThrowAwayPostgres } from '../scripts/setup/postgres.mjs'
import { createAuditor } from '../server/src/auditor/auditor'
import { LEDGER_SWEEPS } from '../server/src/auditor/bookSweeps'
import type { Sweep } from '../server/src/auditor/sweep'
import { createDatabase } from '../server/src/database/database'
import { appendTicks, type NewTick } from '../server/src/market/tickLog'
import { enterOrders, settleOrders } from '../server/src/modules/settlement/repository'
import { systemClock } from '../server/src/shared/clock'
import { createLog } from '../server/src/shared/log'
import { isHere } from '../server/src/signedLogs/keys'
import { createFloor, newIdAt } from './orderKit'
import { readCpu } from './processes'

/** Two sizes: what a pass takes besides its rows is the same in both. */
const SIZES = [240_000, 1_000_000] as const
/** The time for which the longest walk before the archive is computed. */
const RECKONED = 10_000_000
/** Each has an order in each round, so that the postings of an account lie far apart. */
const AUDITED_USERS = 20_000
const PER_STATEMENT = 2_000
/** Orders of a round run for 30 s, and a round ends before the next begins. */
const ROUND_MS = 40_000
const TICK_EVERY_MS = 1_000

type AuditedFloor = Awaited<ReturnType<typeof createAuditedFloor>>

/** A database with users whose orders begin at an instant that leaves room for `orders` of them. */
async function createAuditedFloor(url: string, orders: number) {
  const floor = await createFloor(url, AUDITED_USERS)
  const products = await floor.database.query<{ id: number }>('select id from product order by id')
  const rounds = Math.ceil(orders / AUDITED_USERS) + 1
  return { ...floor, products: products.map(({ id }) => id), at: Date.now() - rounds * ROUND_MS, orders: 0 }
}

/** The signatures that users got with their answers. */
async function signAcceptances({ database, deps: { keyring } }: AuditedFloor) {
  const signer = await keyring.current()
  if (!isHere(signer)) throw new Error('The bench signs with a key of its own')
  const signedWith = await keyring.numberOf(signer.publicKey.toString('hex'))
  const rows = await database.query<{ number: bigint; entry: string }>(
    `select order_number as number, entry from accepted_order
      where order_number > (select coalesce(max(order_number), 0) from acceptance) order by order_number`,
  )
  await database.query(
    `insert into acceptance (order_number, signed_with, signature)
       select number, $3, signature from unnest($1::bigint[], $2::bytea[]) as given (number, signature)`,
    [rows.map(({ number }) => number), rows.map(({ entry }) => signer.sign(entry)), signedWith],
  )
}

/** One order of each user, accepted, signed, entered and settled by the functions that do so in production. */
async function addRound(floor: AuditedFloor, at: number) {
  const { database, deps, products } = floor
  const tickAt = (atMs: number, price: string): NewTick[] =>
    products.map((productId) => ({ productId, atMs, price, size: '1', sourceAtMs: atMs }))
  for (let from = 1; from <= AUDITED_USERS; from += PER_STATEMENT) {
    await database.query(
      `select count(*) from (
         select array_agg(id) users, array_agg(${newIdAt('$2::bigint')}) ids,
                array_agg(($3::int[])[1 + id % cardinality($3::int[])]) products,
                array_agg(case id % 2 when 0 then direction_up() else direction_down() end) directions,
                array_agg(100::bigint) stakes, array_agg(30) seconds, array_agg(7500) rates, array_agg(175::bigint) payouts,
                array_agg('\\x00'::bytea) hashes, array_agg('bench'::text) sources, array_agg('-'::text) instruments,
                array_agg($2::bigint) accepted, array_agg(5000) waits, array_agg(0::bigint) heads,
                array_agg('\\x00'::bytea) signed
           from app_user where id >= $1 and id < $1 + ${PER_STATEMENT}) batch,
         lateral place_orders(users, ids, products, directions, stakes, seconds, rates, payouts, hashes, sources,
                              instruments, accepted, waits, waits, heads, signed, signed, signed, 'USD', 2)`,
      [from, at, products],
    )
  }
  await deps.heads.seal()
  await signAcceptances(floor)
  const ticks = Array.from({ length: 31 }, (_, nth) => tickAt(at + 100 + nth * TICK_EVERY_MS, `100.${nth % 7}`))
  await appendTicks(database, products, at + 32_000, 'bench', ticks.flat())
  while ((await enterOrders(database, PER_STATEMENT, Date.now())).length > 0);
  const head = await deps.heads.seal()
  let closed = 0
  for (let rows = 1; rows > 0; closed += rows)
    rows = (await settleOrders(database, PER_STATEMENT, Date.now(), head.number)).length
  if (closed !== AUDITED_USERS) throw new Error(`Only ${closed} of ${AUDITED_USERS} orders were settled`)
}

/** Adds rounds until there are this many orders. */
async function growTo(floor: AuditedFloor, orders: number) {
  for (; floor.orders < orders; floor.orders += AUDITED_USERS) {
    await addRound(floor, floor.at)
    floor.at += ROUND_MS
  }
  await floor.deps.heads.seal()
  await floor.database.query('analyze')
}

/** Adds up how long each sweep takes, over all its slices. */
function timed(sweeps: readonly Sweep[]) {
  const seconds: Record<string, number> = {}
  const wrapped = sweeps.map((sweep): Sweep => {
    const timing = async <T>(work: () => Promise<T>): Promise<T> => {
      const startedAt = performance.now()
      try {
        return await work()
      } finally {
        seconds[sweep.name] = (seconds[sweep.name] ?? 0) + (performance.now() - startedAt) / 1_000
      }
    }
    return {
      ...sweep,
      last: (database) => timing(() => sweep.last(database)),
      next: (database, from, rows) => timing(() => sweep.next(database, from, rows)),
      find: (database, from, to) => timing(() => sweep.find(database, from, to)),
    }
  })
  return { seconds, wrapped }
}

/** The auditor as a node starts it, on books that were never gone through, until it has seen all of them. */
async function firstPass(url: string, sweeps: readonly Sweep[]) {
  const database = createDatabase(url, createLog('error'), 4)
  try {
    await database.query(`delete from setting where key = 'audit_walk'`)
    const { seconds, wrapped } = timed([...LEDGER_SWEEPS, ...sweeps])
    const auditor = createAuditor({ database, clock: systemClock, log: createLog('error'), only: wrapped })
    const before = await readCpu(database, [])
    auditor.start()
    while (auditor.facts().fullPassAt === undefined) await new Promise((resolve) => setTimeout(resolve, 50))
    const after = await readCpu(database, [])
    const { state } = auditor.facts()
    await auditor.stop()
    if (state !== 'ok') throw new Error(`The books are ${state}`)
    const backends = [...after.backends].map(([pid, ms]) => ms - (before.backends.get(pid) ?? 0))
    return {
      seconds: (after.atMs - before.atMs) / 1_000,
      nodeCpuSeconds: (after.client - before.client) / 1_000,
      databaseCpuSeconds: backends.reduce((sum, ms) => sum + ms, 0) / 1_000,
      secondsOf: seconds,
    }
  } finally {
    await database.close()
  }
}

const rounded = (value: number) => Number(value.toPrecision(3))

/** First passes over two sizes of the same database, and by their slope over one that is too large for a bench. */
export async function benchAudit() {
  const postgres = await startThrowAwayPostgres()
  try {
    const floor = await createAuditedFloor(postgres.url, Math.max(...SIZES))
    const passes: { orders: number; seconds: number }[] = []
    for (const orders of SIZES) {
      await growTo(floor, orders)
      passes.push({ orders: floor.orders, ...(await firstPass(postgres.url, floor.deps.sweeps)) })
    }
    await floor.database.close()
    return { passes, ...reckon(passes) }
  } finally {
    await postgres.stop()
  }
}

/** By the line through both passes. */
function reckon(passes: readonly { orders: number; seconds: number }[]) {
  const [small, large] = passes
  if (!small || !large) return undefined
  const perOrder = (large.seconds - small.seconds) / (large.orders - small.orders)
  const seconds = large.seconds + (RECKONED - large.orders) * perOrder
  return { ordersASecond: Math.round(1 / perOrder), minutesFor10Million: rounded(seconds / 60) }
}
