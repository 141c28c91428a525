import { type ChildProcess, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startThrowAwayPostgres } from '../scripts/setup/postgres.mjs'
import { findPostgres } from '../scripts/setup/requirements.mjs'
import type { Database } from '../server/src/database/database'
import { placeWithLimits } from './exposure'
import { openCaller } from './httpCaller'
import {
  CALLERS,
  createFloor,
  dropOpenOrders,
  keepTicking,
  latenciesOf,
  load,
  logIn,
  newIdAt,
  newOrder,
  SECONDS,
  startServer,
  USERS,
} from './orderKit'
import { perOrder, readCpu } from './processes'
import { placeBothWays, settleBesideBare, settleBothWays } from './settling'

const WARM_UP_SECONDS = 2
/** Two minutes ago: these do not count among the orders of a minute. */
const EARLIER_MS = '(extract(epoch from clock_timestamp()) * 1000 - 120000)::bigint'

/** The database's own ceiling for one call per order: the same function, called by its own load generator. */
function pgbench(url: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-bench-'))
  const script = join(folder, 'place.sql')
  writeFileSync(
    script,
    `\\set u random(1, ${USERS})
select * from place_orders(array[:u]::bigint[], array[${newIdAt(EARLIER_MS).replace('\n', ' ')}], array[1], array[1]::smallint[],
  array[100]::bigint[], array[60], array[8200], array[182]::bigint[], array['\\x00'::bytea], array['bench'], array['-'],
  array[${EARLIER_MS}]::bigint[], array[5000], array[5000], array[0]::bigint[], array['\\x00'::bytea], array['\\x00'::bytea],
  array['\\x00'::bytea], 'USD', 2);
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

/** Placements over HTTP against this many nodes on one database; the callers share the machine with them. */
async function overHttp(url: string, database: Database, nodes: number) {
  const tokens = await logIn(database)
  const ports: number[] = []
  const servers: ChildProcess[] = []
  for (let index = 0; index < nodes; index++) {
    const port = await freePort()
    ports.push(port)
    servers.push(await startServer(url, port))
  }
  const callers = await Promise.all(tokens.map((token, index) => openCaller(ports[index % nodes] ?? 0, token)))
  const statuses = new Map<number, number>()
  const place = async (_call: number, caller: number) => {
    const status = await callers[caller]?.place(newOrder())
    statuses.set(status ?? 0, (statuses.get(status ?? 0) ?? 0) + 1)
  }
  try {
    // The feed has to tick before orders are taken.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    // A process that has just started still compiles its own code.
    await latenciesOf(place, CALLERS, WARM_UP_SECONDS)
    statuses.clear()
    const pids = servers.map(({ pid }) => pid ?? 0)
    const before = await readCpu(database, pids)
    const figures = await load(place)
    const cpu = perOrder(before, await readCpu(database, pids), figures.perSecond * SECONDS)
    return { ...figures, ...cpu, statuses: Object.fromEntries(statuses) }
  } finally {
    for (const caller of callers) caller.close()
    for (const server of servers) {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await gone
    }
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
  onFloor(async ({ database, deps, productId }, url) => {
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
    await dropOpenOrders(database)
    const limits = await placeWithLimits({ config: deps.config, database }, productId, url)
    return { onePerCall, service, placing, limits }
  })

/** Placement and settlement, compared with what the database itself can do in the same run. */
export async function benchOrders() {
  const { onePerCall, service, placing, limits } = await benchPlacing()
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
    limits,
    settle10000ToBareStatement: await onFloor(({ database, productId }) => settleBesideBare(database, productId)),
    settle10000: await onFloor(({ database, productId }) => settleBothWays(database, productId)),
  }
}
