import { type ChildProcess, fork } from 'node:child_process'
import type { AcceptedOrder } from '../contract/proof'
import { fromRoot } from '../scripts/lib/paths.mjs'
import { SERVER_FLAGS } from '../scripts/lib/serverFlags.mjs'
import { freePort } from '../scripts/setup/postgres.mjs'
import type { Database } from '../server/src/database/database'
import type { BareRouteFacts } from './bareRoute'
import { openCaller } from './httpCaller'
import { CALLERS, latenciesOf, load, logIn, newOrder, SECONDS, startServer } from './orderKit'
import { perOrder, readCpu } from './processes'

const WARM_UP_SECONDS = 2

async function stopAll(servers: readonly ChildProcess[]) {
  for (const server of servers) {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await gone
  }
}

async function loadOver(database: Database, servers: readonly ChildProcess[], place: Parameters<typeof load>[0]) {
  // A process that has just started still compiles its own code.
  await latenciesOf(place, CALLERS, WARM_UP_SECONDS)
  const pids = servers.map(({ pid }) => pid ?? 0)
  const before = await readCpu(database, pids)
  const figures = await load(place)
  return { ...figures, ...perOrder(before, await readCpu(database, pids), figures.perSecond * SECONDS) }
}

/** What a node returns for an order. */
async function placeOne(port: number, token: string): Promise<AcceptedOrder> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(newOrder()),
  })
  return (await answer.json()) as AcceptedOrder
}

/** The same requests to a route that does nothing with them. */
async function overBareRoute(database: Database, facts: BareRouteFacts) {
  const server = fork(fromRoot('bench', 'bareRoute.ts'), { execArgv: [...process.execArgv, ...SERVER_FLAGS] })
  const listens = new Promise<number>((resolve) => server.once('message', (port) => resolve(port as number)))
  server.send(facts)
  const port = await listens
  const callers = await Promise.all(facts.tokens.map((token) => openCaller(port, token)))
  try {
    return await loadOver(database, [server], async (_call, caller) => callers[caller]?.place(newOrder()))
  } finally {
    for (const caller of callers) caller.close()
    await stopAll([server])
  }
}

/** Placements over HTTP against this many nodes on one database; the callers share the machine with them. */
export async function overHttp(url: string, database: Database, nodes: number) {
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
    const figures = await loadOver(database, servers, place)
    const sample = await placeOne(ports[0] ?? 0, tokens[0] ?? '')
    const bare = nodes === 1 ? { bareRoute: await overBareRoute(database, { tokens, sample }) } : {}
    return { ...figures, statuses: Object.fromEntries(statuses), ...bare }
  } finally {
    for (const caller of callers) caller.close()
    await stopAll(servers)
  }
}
