import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Database } from '../server/src/database/database'

const NANOSECONDS = 1e6

/** How long the threads of a process have run on a processor, ms; 0 for one that is gone, and on systems that do not say. */
function cpuOf(pid: number): number {
  try {
    return (
      readdirSync(`/proc/${pid}/task`).reduce(
        (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
        0,
      ) / NANOSECONDS
    )
  } catch {
    return 0
  }
}

/** Processor time so far, ms: of nodes, of the database and of this process, which is the client. */
export async function readCpu(database: Database, nodes: readonly number[]) {
  const rows = await database.query<{ pid: number }>('select pid from pg_stat_activity')
  const { user, system } = process.cpuUsage()
  return {
    atMs: performance.now(),
    nodes: nodes.reduce((sum, pid) => sum + cpuOf(pid), 0),
    client: (user + system) / 1_000,
    backends: new Map(rows.map(({ pid }) => [pid, cpuOf(pid)])),
  }
}

type Cpu = Awaited<ReturnType<typeof readCpu>>

/** The processor time of an order by place, and its share of all cores: at 100 % nothing but less work helps. */
export function perOrder(before: Cpu, after: Cpu, orders: number) {
  const database = [...after.backends].reduce((sum, [pid, ms]) => sum + ms - (before.backends.get(pid) ?? 0), 0)
  const spent = { client: after.client - before.client, nodes: after.nodes - before.nodes, database }
  const all = Object.values(spent).reduce((sum, ms) => sum + ms, 0)
  const micros = Object.fromEntries(
    Object.entries(spent).map(([part, ms]) => [part, Math.round((ms * 1_000) / orders)]),
  )
  return {
    cpuMicrosAnOrder: micros,
    coresUsedPercent: Math.round((all / (after.atMs - before.atMs) / cpus().length) * 100),
  }
}
