import type { Me, NewSession, RegistrationTicket } from '../../contract/accounts'
import { freePort, startThrowAwayPostgres } from '../../scripts/setup/postgres.mjs'
import { createDatabase, type Database } from '../../server/src/database/database'
import { migrate } from '../../server/src/database/migrate'
import { newId } from '../../server/src/shared/ids'
import { createLog } from '../../server/src/shared/log'
import { lendRoles, withRole } from '../../server/test/database'
import { brokenInvariants } from '../../server/test/invariants'
import { pause, until } from '../support/until'
import { type ServerProcess, startServerProcess } from './serverProcess'

/** KILLS=200 is the full run. */
const KILLS = Number(process.env.KILLS ?? 20)
const CALLERS = 6
const SETTLED_WITHIN_MS = 10_000

jest.setTimeout(120_000 + KILLS * 10_000)

let postgres: { url: string; stop(): Promise<void> }
let database: Database
let port: number
let server: ServerProcess

beforeAll(async () => {
  postgres = await startThrowAwayPostgres()
  port = await freePort()
  await migrate(postgres.url)
  await lendRoles(postgres.url)
  server = await startServerProcess(port, withRole(postgres.url, 'fairtick_node'))
  database = createDatabase(postgres.url, createLog('silent'), 4)
  // Short countdowns, so that orders are in every state when the process dies.
  await database.query(
    "insert into product_duration select id, seconds, 7500 from product, unnest(array[1, 2]) seconds where symbol = 'BTCUSDT'",
  )
})
afterAll(async () => {
  await server?.stop()
  await database?.close()
  await postgres?.stop()
})

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<{ status: number; value: T }> {
  // A connection that is kept alive dies with the server, and the next request after a kill may be sent into it.
  const headers: Record<string, string> = { connection: 'close' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, value: (await answer.json().catch(() => undefined)) as T }
}

async function newUser(index: number): Promise<string> {
  const openingCode = /code\D*?\s([A-Z0-9]{6})\b/i.exec(server.greeting)?.[1]
  const account = `killed_${index}`
  const password = 'survives every kill 9'
  const ticket = await call<RegistrationTicket>('POST', '/registrations', {
    account,
    phone: `1380000${String(index).padStart(4, '0')}`,
    phoneCountry: 'CN',
    openingCode,
  })
  await call('POST', '/registrations/complete', {
    registrationToken: ticket.value.registrationToken,
    loginPassword: password,
    tradePassword: '580247',
  })
  return (await call<NewSession>('POST', '/sessions', { account, password })).value.token
}

/** Waits until the newest prices are fresh again, then places orders until `signal` ends it. */
async function placeUntil(signal: AbortSignal, token: string, acknowledged: Set<string>, lost: Set<string>) {
  for (let turn = 0; !signal.aborted; turn++) {
    const id = newId()
    const order = {
      id,
      symbol: 'BTCUSDT',
      direction: turn % 2 === 0 ? 'up' : 'down',
      stake: '1.00',
      durationSeconds: 1 + (turn % 2),
      earningsRateBp: 7500,
    }
    const answer = await call('POST', '/orders', order, token).catch(() => undefined)
    if (answer?.status === 201) acknowledged.add(`${token} ${id}`)
    else if (answer === undefined) lost.add(`${token} ${JSON.stringify(order)}`)
    else await pause(50)
  }
}

async function untilNothingIsOpen() {
  const open = async () => {
    const [row] = await database.query<{ open: bigint }>(
      'select count(*) as open from trade_order where status <= order_open()',
    )
    return row?.open
  }
  await until('the last open order to settle after the restart', async () => (await open()) === 0n, {
    withinMs: SETTLED_WITHIN_MS,
    everyMs: 50,
    describe: async () => `${await open()} are open.`,
  })
}

test(`${KILLS} kills while placing and settling: nothing acknowledged is lost, nothing is doubled`, async () => {
  const tokens = await Promise.all(Array.from({ length: CALLERS }, (_, index) => newUser(index)))
  const acknowledged = new Set<string>()
  const lost = new Set<string>()
  for (let kill = 0; kill < KILLS; kill++) {
    const ended = new AbortController()
    const callers = tokens.map((token) => placeUntil(ended.signal, token, acknowledged, lost))
    await pause(400 + ((kill * 137) % 900))
    await server.kill()
    ended.abort()
    await Promise.all(callers)
    server = await startServerProcess(port, withRole(postgres.url, 'fairtick_node'))
  }
  // A lost answer is asked for again with the same id: the order exists once, whether or not it had arrived.
  for (const entry of lost) {
    const [token, body] = [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)]
    const answer = await call('POST', '/orders', JSON.parse(body), token)
    if (answer.status === 201 || answer.status === 200) acknowledged.add(`${token} ${JSON.parse(body).id}`)
  }
  expect(acknowledged.size).toBeGreaterThan(KILLS)
  await untilNothingIsOpen()
  for (const token of tokens) {
    const ids = [...acknowledged].filter((entry) => entry.startsWith(token)).map((entry) => entry.split(' ')[1])
    const me = (await call<Me>('GET', '/me', undefined, token)).value
    const rows = await database.query<{ id: string }>(
      `select placed.id from trade_order placed join app_user on app_user.id = placed.user_id where app_user.account = $1`,
      [me.account],
    )
    expect(rows.map((row) => row.id).sort()).toEqual(expect.arrayContaining(ids))
    expect(rows).toHaveLength(new Set(ids).size)
    expect(me.balance.inOrders).toBe('0.00')
  }
  expect(await brokenInvariants(database)).toEqual([])
})
