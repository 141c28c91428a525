import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startThrowAwayPostgres } from '../scripts/setup/postgres.mjs'
import { findPostgres } from '../scripts/setup/requirements.mjs'
import { createFloor, keepTicking, load, newIdAt, newOrder, SECONDS, USERS } from './orderKit'
import { overHttp } from './ordersOverHttp'
import { placeBothWays, settleBesideBare, settleBothWays } from './settling'

/** Two minutes ago: these do not count among the orders of a minute. */
const EARLIER_MS = '(extract(epoch from clock_timestamp()) * 1000 - 120000)::bigint'

/** The database's own ceiling for one call per order: the same function, called by its own load generator. */
function pgbench(url: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-bench-'))
  const script = join(folder, 'place.sql')
  writeFileSync(
    script,
    `\\set u random(1, ${USERS})
select * from place_orders(array[(:u, ${newIdAt(EARLIER_MS).replace('\n', ' ')}, 1, 1, 100, 60, 8200, 182, '\\x00', 'bench', '-',
  ${EARLIER_MS}, 5000, 5000, 0, '\\x00', '\\x00', '\\x00', 5000)::new_order], 'USD', 2);
`,
  )
  try {
    const output = execFileSync(
      join(findPostgres() ?? '', 'pgbench'),
      ['-n', '-M', 'prepared', '-c', '32', '-j', '2', '-T', String(SECONDS), '-f', script, url],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    )
    return Math.round(Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The settings of PostgreSQL in the shipped containers (deploy/compose.yaml). */
const SHIPPED = ['shared_buffers=512MB']

/** Each part on its own database: with an earlier part's orders, a node's auditor would be measured with it. */
async function onFloor<T>(
  measure: (floor: Awaited<ReturnType<typeof createFloor>>, url: string) => Promise<T>,
): Promise<T> {
  const postgres = await startThrowAwayPostgres(SHIPPED)
  try {
    const floor = await createFloor(postgres.url)
    const figures = await measure(floor, postgres.url)
    await floor.database.close()
    return figures
  } finally {
    await postgres.stop()
  }
}

/** Placing without HTTP, compared with the database's own load generator. */
const benchPlacing = () =>
  onFloor(async ({ deps, productId }, url) => {
    const stopTicking = keepTicking(deps, productId)
    const onePerCall = pgbench(url)
    // While it ran, nothing here could tick.
    await new Promise((resolve) => setTimeout(resolve, 600))
    const place = async (call: number) => {
      const result = await deps.orders.place(BigInt((call % USERS) + 1), newOrder())
      if (!result.ok) throw new Error(`An order was refused: ${result.error.code}`)
    }
    const service = await load(place)
    const placing = await placeBothWays(deps, place)
    stopTicking()
    return { onePerCall, service, placing }
  })

/** Placement and settlement, compared with what the database itself can do in the same run. */
export async function benchOrders() {
  const { onePerCall, service, placing } = await benchPlacing()
  const timesPgbench = (perSecond: number) => Number((perSecond / onePerCall).toFixed(2))
  const http = []
  for (const nodes of [1, 2]) {
    const figures = await onFloor(({ database }, url) => overHttp(url, database, nodes))
    http.push({ nodes, ...figures, timesPgbench: timesPgbench(figures.perSecond) })
  }
  return {
    pgbenchOnePerCallPerSecond: onePerCall,
    service: { ...service, timesPgbench: timesPgbench(service.perSecond) },
    http,
    placing,
    settle10000ToBareStatement: await onFloor(({ database, productId }) => settleBesideBare(database, productId)),
    settle10000: await onFloor(({ database, productId }) => settleBothWays(database, productId)),
  }
}
