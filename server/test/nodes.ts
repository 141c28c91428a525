import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import type { StreamMessage } from '../../contract/stream'
import { until } from '../../test/support/until'
import { buildApp } from '../src/app'
import { type Config, loadConfig } from '../src/config'
import { createDatabase, type Database, queryableOf } from '../src/database/database'
import { createDeps } from '../src/deps'
import { issueOpeningCode } from '../src/modules/accounts/openingCodes'
import { createLog } from '../src/shared/log'
import { startWorkers } from '../src/startWorkers'
import { withRole } from './database'
import { LOGIN_PASSWORD, TRADE_PASSWORD } from './personal'
import { SHORT_PAST } from './shortPast'

/** A database that a test can cut a node off from: queries then wait until it is connected again. */
function gated(database: Database) {
  let gate = Promise.resolve()
  let open = () => {}
  const guarded: Database = {
    ...database,
    ...queryableOf(async (text, values) => {
      await gate
      return database.query(text, values)
    }),
    withTransaction: async (work) => {
      await gate
      return database.withTransaction(work)
    },
    attempt: async (work) => {
      await gate
      return database.attempt(work)
    },
  }
  return {
    guarded,
    cut() {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    mend: () => open(),
  }
}

const keys = {
  proofKeys: [generateKeyPairSync('ed25519').privateKey],
  sealingKeys: [Buffer.alloc(32, 7)],
}

/** How a test talks to a node: requests, users, and sockets of the stream. */
function createClient(origin: string, database: Database) {
  const sockets = new Set<WebSocket>()

  async function call<T>(method: string, path: string, token?: string, body?: object) {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, value: (await answer.json().catch(() => undefined)) as T }
  }

  /** Registers and logs in; the account starts with 10,000.00. */
  async function newUser(account: string): Promise<string> {
    const openingCode = await database.withTransaction((tx) => issueOpeningCode(tx, 'test'))
    const phone = `138${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
    const ticket = await call<{ registrationToken: string }>('POST', '/registrations', undefined, {
      account,
      phone,
      phoneCountry: 'CN',
      openingCode,
    })
    const terms = await call<{ updatedAt?: string }>('GET', '/documents/terms?locale=en-US', undefined)
    await call('POST', '/registrations/complete', undefined, {
      registrationToken: ticket.value.registrationToken,
      ...(terms.value.updatedAt !== undefined && { termsVersion: terms.value.updatedAt }),
      loginPassword: LOGIN_PASSWORD,
      tradePassword: TRADE_PASSWORD,
    })
    const login = { account, password: LOGIN_PASSWORD }
    return (await call<{ token: string }>('POST', '/sessions', undefined, login)).value.token
  }

  /** A socket of the stream; `heard` grows. */
  async function listen(token: string | undefined, symbols: string[] = []) {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/stream`)
    sockets.add(socket)
    const heard: StreamMessage[] = []
    socket.on('message', (text) => heard.push(JSON.parse(String(text)) as StreamMessage))
    socket.on('error', () => undefined)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    if (token !== undefined) {
      socket.send(JSON.stringify({ type: 'authenticate', token }))
      await until('the socket is authenticated', () => heard.some(({ type }) => type === 'authenticated'))
    }
    if (symbols.length > 0) socket.send(JSON.stringify({ type: 'subscribe', symbols }))
    return heard
  }

  function hangUp() {
    for (const socket of sockets) socket.terminate()
  }

  return { call, newUser, listen, hangUp }
}

/** One whole server of several on the same database, with its workers and its account, on the real clock. */
export async function startNode(ownerUrl: string, config: Partial<Config> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairtick-node-'))
  const url = withRole(ownerUrl, 'fairtick_node')
  const database = createDatabase(url, createLog('silent'), 8)
  const auditorDatabase = createDatabase(withRole(ownerUrl, 'fairtick_auditor'), createLog('silent'), 2)
  const gate = gated(database)
  const deps = createDeps({
    past: SHORT_PAST,
    log: createLog('silent'),
    database: gate.guarded,
    auditorDatabase,
    config: {
      ...loadConfig({ DATA_DIR: dataDir, EXAMPLE_ORDERS: 'off' }),
      databaseUrl: url,
      rateLimits: { requests: 0, logins: 0, registrations: 0 },
      orderLimits: { perMinute: 0, openStakes: 0n },
      ...keys,
      ...config,
    },
  })
  const app = await buildApp(deps)
  const workers = await startWorkers(deps)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const { call, newUser, listen, hangUp } = createClient(origin, database)

  return {
    deps,
    app,
    origin,
    cut: gate.cut,
    mend: gate.mend,
    call,
    newUser,
    listen,
    async stop() {
      gate.mend()
      hangUp()
      await app.close()
      await workers.stop()
      await Promise.all([database.close(), auditorDatabase.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Node = Awaited<ReturnType<typeof startNode>>
