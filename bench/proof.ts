import { Agent, request } from 'node:http'
import type { SignedHead } from '../contract/proof'
import { freePort, startThrowAwayPostgres } from '../scripts/setup/postgres.mjs'
import type { Database } from '../server/src/database/database'
import { appendTicks } from '../server/src/market/tickLog'
import { systemClock } from '../server/src/shared/clock'
import { createHeadMaker } from '../server/src/signedLogs/headMaker'
import { createResultMap } from '../server/src/signedLogs/resultMap'
import { quantile } from './cost'
import { createFloor, latenciesOf as load, logIn, settleDue, startServer } from './orderKit'

/** Under load: as many callers as a busy minute has. */
const CALLERS = 16
const SECONDS = 0.5
const ROUNDS = 6
/** Ticks before and after the orders: an old receipt has a long log behind it. */
const HEADS = 1_000

/** Orders of the users with sessions, closed by the real path, with a log of heads around them. */
async function seedOrders(database: Database, productId: number) {
  const heads = createHeadMaker({ database, clock: systemClock, results: createResultMap({ database }) })
  const grow = async (fromMs: number) => {
    for (let head = 0; head < HEADS; head++) {
      const atMs = fromMs + head
      await appendTicks(database, [productId], atMs, 'bench', [
        { productId, atMs, price: '100.0', size: '1', sourceAtMs: atMs },
      ])
      await heads.seal()
    }
  }
  await grow(Date.now() - 300_000)
  await settleDue(database, productId, heads, async () => (await heads.seal()).number)
  await grow(Date.now() - 20_000)
}

/** GET requests on one server, each with the session of its user. */
function createClient(port: number, tokens: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  return {
    get: (path: string, user = 0) =>
      new Promise<string>((resolve, reject) => {
        const headers = { authorization: `Bearer ${tokens[user]}` }
        request({ port, agent, path: `/api${path}`, headers }, (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.once('end', () =>
            answer.statusCode === 200
              ? resolve(Buffer.concat(parts).toString())
              : reject(new Error(`${path} was answered with ${answer.statusCode}`)),
          )
        })
          .once('error', reject)
          .end()
      }),
    close: () => agent.destroy(),
  }
}

type Work = (call: number) => Promise<unknown>

/** Calls each by one caller and by many at once. They take turns, so that other load slows each of them alike. */
async function measure<K extends string>(works: Record<K, Work>) {
  const names = Object.keys(works) as K[]
  const alone = new Map<K, number[]>(names.map((name) => [name, []]))
  const busy = new Map<K, number[]>(names.map((name) => [name, []]))
  for (let round = -1; round < ROUNDS; round++) {
    for (const name of names) {
      for (const [callers, figures] of [[1, alone] as const, [CALLERS, busy] as const]) {
        const latencies = await load(works[name], callers, SECONDS)
        // The first round fills caches.
        if (round >= 0) figures.get(name)?.push(...latencies)
      }
    }
  }
  const figuresOf = (latencies: readonly number[] = []) => ({
    p50Ms: Number(quantile(latencies, 0.5).toFixed(2)),
    p95Ms: Number(quantile(latencies, 0.95).toFixed(2)),
  })
  return Object.fromEntries(
    names.map((name) => [name, { alone: figuresOf(alone.get(name)), busy: figuresOf(busy.get(name)) }]),
  ) as Record<K, { alone: { p50Ms: number; p95Ms: number }; busy: { p50Ms: number; p95Ms: number } }>
}

async function measureAll(client: ReturnType<typeof createClient>, orders: readonly { id: string; user: number }[]) {
  const orderAt = (call: number) => orders[call % orders.length] ?? { id: '', user: 0 }
  const newest: SignedHead = JSON.parse(await client.get('/proof/heads/latest'))
  const { number } = newest.head
  const figures = await measure({
    // The yardsticks: a request to the same server that reads nothing, and one that reads one order.
    trivial: () => client.get('/app-info'),
    oneOrder: (call) => client.get(`/orders/${orderAt(call).id}`, orderAt(call).user),
    receipt: (call) => client.get(`/orders/${orderAt(call).id}/receipt`, orderAt(call).user),
    'heads/latest': () => client.get('/proof/heads/latest'),
    'heads/consistency': (call) => client.get(`/proof/consistency?from=${number - 1 - (call % 50)}&to=${number}`),
  })
  const over = (name: keyof typeof figures, beside: keyof typeof figures) =>
    Number((figures[name].alone.p50Ms / figures[beside].alone.p50Ms).toFixed(2))
  return {
    ...figures,
    receiptToOneOrder: over('receipt', 'oneOrder'),
    latestToTrivial: over('heads/latest', 'trivial'),
    consistencyToTrivial: over('heads/consistency', 'trivial'),
    receiptKb: Math.round((await client.get(`/orders/${orderAt(0).id}/receipt`, orderAt(0).user)).length / 100) / 10,
  }
}

/** The cost of proofs over HTTP, compared with requests to the same server that cost next to nothing. */
export async function benchProof() {
  const postgres = await startThrowAwayPostgres()
  try {
    const { database, productId } = await createFloor(postgres.url)
    await seedOrders(database, productId)
    const tokens = await logIn(database)
    const rows = await database.query<{ id: string; user_id: bigint }>(
      `select id, user_id from trade_order where user_id <= $1 and status > order_open() order by number limit 500`,
      [tokens.length],
    )
    const port = await freePort()
    const server = await startServer(postgres.url, port)
    const client = createClient(port, tokens)
    try {
      return await measureAll(
        client,
        rows.map(({ id, user_id: user }) => ({ id, user: Number(user) - 1 })),
      )
    } finally {
      client.close()
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await gone
      await database.close()
    }
  } finally {
    await postgres.stop()
  }
}
