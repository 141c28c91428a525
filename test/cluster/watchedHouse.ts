import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { WebSocket } from 'ws'
import { createDatabase } from '../../server/src/database/database'
import { demoHermesSettings, startDemoHermes } from '../../server/src/dev/demoHermes'
import type { DevHermes } from '../../server/src/dev/hermes'
import { issueOpeningCode } from '../../server/src/modules/accounts/openingCodes'
import { systemClock } from '../../server/src/shared/clock'
import { newId } from '../../server/src/shared/ids'
import { createLog } from '../../server/src/shared/log'
import { asked } from '../../server/test/asks'
import { openExchange } from '../../server/test/feeds/loopback'
import { until } from '../support/until'
import { newUser, watchPrices } from './load'
import { createMachines, type Machine, type Machines } from './machines'
import { createNodeProcess, type NodeProcess } from './nodeProcess'
import { createPrograms } from './programs'
import { createWatchers } from './watchers'

const MAIN = join(__dirname, '../../dist/server/main.js')
const MIGRATE = join(__dirname, '../../dist/server/migrate.js')
const OPS = join(__dirname, '../../dist/server/ops.js')

/** An exchange with one product, that says what `market` holds ten times a second. */
async function openMarket() {
  const hermes = await startDemoHermes(systemClock)
  const market = { price: 100_000, isSilent: false }
  let trade = 1
  function send(socket: WebSocket) {
    const [now, number] = [Date.now(), trade++]
    const data = {
      e: 'aggTrade',
      E: now,
      a: number,
      s: 'BTCUSDT',
      p: `${market.price}.0`,
      q: '1',
      f: number,
      l: number,
    }
    socket.send(JSON.stringify({ stream: 'btcusdt@aggTrade', data: { ...data, T: now } }))
  }
  const pump = (socket: WebSocket) => {
    const timer = setInterval(() => market.isSilent || send(socket), 100)
    socket.once('close', () => clearInterval(timer))
  }
  const exchange = await openExchange(({ socket }) => pump(socket), {
    refuse: () => (market.isSilent ? 503 : undefined),
  })
  return {
    market,
    exchange,
    hermes,
    /** Connections end, and further ones are refused; nobody signs prices either. */
    silence() {
      hermes.silence.oracle = true
      market.isSilent = true
      for (const { socket } of exchange.guests) socket.terminate()
    },
  }
}

export const originOf = (machines: Machines, name: Machine) => `http://${machines.address[name]}:8080`

const AT_ONCE = 4

/** A user of the node at `origin`. */
function userOf(origin: string, token: string) {
  const ask = (method: string, path: string, body?: object, at = origin) =>
    fetch(`${at}/api${path}`, {
      method,
      signal: AbortSignal.timeout(20_000),
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
  return {
    token,
    ask,
    /** Status codes of `count` orders that the price will rise: as many at once as a busy machine takes within 3 s. */
    async place(count: number, stake: string, durationSeconds = 3) {
      const terms = { symbol: 'BTCUSDT', direction: 'up', durationSeconds, earningsRateBp: 7500 } as const
      const placeOne = async (tries = 5): Promise<number | undefined> => {
        const answer = await ask('POST', '/orders', asked({ id: newId(), stake, ...terms }))
        const { code } = answer?.ok === false ? await answer.json() : { code: undefined }
        // Its user presses again, too.
        return code === 'ask_time_off' && tries > 1 ? placeOne(tries - 1) : answer?.status
      }
      const statuses: (number | undefined)[] = []
      while (statuses.length < count) {
        const some = Math.min(AT_ONCE, count - statuses.length)
        statuses.push(...(await Promise.all(Array.from({ length: some }, () => placeOne()))))
      }
      return statuses
    },
  }
}

type User = ReturnType<typeof userOf>

/** The second node has one role: what it says of the house it has from the first one. */
function createNodes(
  { nodeEnvironment, consoleEnvironment }: Machines,
  exchange: string,
  hermes: DevHermes,
): Record<Machine, NodeProcess> {
  const more = {
    FEED: 'binance,pyth',
    // Orders here are on the exchange's product.
    FEED_SYMBOLS: 'pyth:BTCUSDT=-',
    ...demoHermesSettings(hermes),
    FEED_BINANCE_URL: exchange,
    FEED_BINANCE_HISTORY_URL: 'http://127.0.0.1:9',
    FEED_JUMP_BP: '0',
    RATE_LIMIT: '0',
    ORDERS_PER_MINUTE: '0',
    EXAMPLE_ORDERS: 'off',
    OPEN_STAKES_MAX: '0.00',
    DATABASE_POOL: '4',
    VAPID_KEY: 'BS09ukDU-BVQ-FxfpRzp3QzYgPMSTWEFLV1tTHl6xGk',
    VAPID_SUBJECT: 'mailto:ops@example.com',
    PUSH_HOSTS: 'https://127.0.0.1:9',
  }
  return {
    db1: createNodeProcess(8080, { ...nodeEnvironment('db1'), ...more }),
    db2: createNodeProcess(8080, { ...nodeEnvironment('db2'), ...more, ...consoleEnvironment, ROLES: 'api' }),
  }
}

/** The staff console of the second node. */
function consoleOf({ address, nodeEnvironment, consoleEnvironment }: Machines) {
  const env = { PATH: process.env.PATH, ...nodeEnvironment('db2'), ...consoleEnvironment }
  return {
    /** A link for the first administrator, as `ops` prints it. */
    async invite() {
      const words = ['staff', 'link', '--actor', 'ada', '--reason', 'a test', '--json']
      const { stdout } = await promisify(execFile)(process.execPath, [OPS, ...words], { env })
      return (JSON.parse(stdout) as { open: string }).open.split('#')[1]
    },
    post: (path: string, body: object) =>
      fetch(`http://${address.db2}:${consoleEnvironment.CONSOLE_PORT}/console-api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-console': '1' },
        body: JSON.stringify(body),
      }),
  }
}

/**
 * The parts of deploy/hosts, on two machines that are addresses of this one, with all that watches it. It needs root.
 */
export async function createWatchedHouse() {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-alarms-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'disk'))
  const programs = createPrograms(folder)
  const machines = createMachines(folder, programs)
  const watchers = await createWatchers(folder, programs, machines)
  const { market, silence, exchange, hermes } = await openMarket()
  const nodes = createNodes(machines, exchange.url, hermes)
  const database = createDatabase(machines.login('postgres'), createLog('silent'), 4)
  const users: User[] = []
  let endSocket = () => {}

  return {
    folder,
    programs,
    machines,
    watchers,
    market,
    silence,
    hermes,
    nodes,
    database,
    console: consoleOf(machines),
    startSigner: () =>
      programs.start('signer', process.execPath, [MAIN], {
        env: { PATH: process.env.PATH, ...machines.signerEnvironment },
      }),
    migrate: () =>
      promisify(execFile)(process.execPath, [MIGRATE], {
        env: { PATH: process.env.PATH, DATABASE_URL: machines.login('fairtick') },
      }),
    users,
    /** Two users of the first node, of whom one looks at prices. */
    async createUsers() {
      const origin = originOf(machines, 'db1')
      const codes = await Promise.all([0, 1].map(() => database.withTransaction((tx) => issueOpeningCode(tx, 'test'))))
      const made = await Promise.all(codes.map((code, index) => newUser(origin, code, index)))
      users.push(...made.map(({ token }) => userOf(origin, token)))
      endSocket = watchPrices(() => origin, made[0]?.token ?? '').end
    },
    waitFor: (what: string, check: () => Promise<boolean>, program: string) =>
      until(what, check, { everyMs: 200, describe: () => programs.said(program) }),
    async remove() {
      endSocket()
      await database.close().catch(() => undefined)
      await Promise.all(Object.values(nodes).map((node) => node.remove()))
      await Promise.all([exchange.close(), hermes.close()])
      watchers.close()
      for (const name of ['db1', 'db2'] as const) await machines.killPostgres(name).catch(() => undefined)
      await programs.endAll()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The house as it runs, with its two users. */
export type WatchedHouse = Awaited<ReturnType<typeof createWatchedHouse>>
