import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp } from '../src/app'
import { type Config, loadConfig } from '../src/config'
import { createDeps, type Deps } from '../src/deps'
import type { Feed } from '../src/market/feed'
import { issueOpeningCode } from '../src/modules/accounts/openingCodes'
import { findTerms } from '../src/modules/accounts/repository'
import { present } from '../src/shared/assert'
import type { Clock } from '../src/shared/clock'
import type { App } from '../src/shared/http'
import type { Log } from '../src/shared/log'
import { projectRoot } from '../src/shared/paths'
import { checkResponses } from './contractCheck'
import { createTestDatabase, withRole } from './database'
import { makeIdsBy } from './ids'
import { LOGIN_PASSWORD, TRADE_PASSWORD } from './personal'
import { SHORT_PAST } from './shortPast'
import { suiteLog } from './suiteLog'
import { TestClock } from './testClock'

export interface TestUser {
  id: bigint
  account: string
  phone: string
  sessionId: string
  token: string
  /** The token that the device of the registration keeps: a login with it is one from a known device. */
  deviceToken: string
  /** Headers of a request of this user. */
  headers: { authorization: string }
}

export interface TestAppOptions {
  /** Default: a `TestClock`. */
  clock?: Clock
  config?: Partial<Config>
  log?: Log
  /** Folder of a built H5 app. */
  h5Folder?: string
  /** Substitutes from server/src/dev. */
  wrapFeed?: (feed: Feed) => Feed
  onApp?: (app: App, deps: Deps) => void
  /** Seeds the demo products and starts their feed, which moves with the clock. Default: no products. */
  market?: boolean
}

export { LOGIN_PASSWORD, TRADE_PASSWORD }

/** The built program, as it runs in earnest; from the sources a process would take four times as long to start. */
export const DECODER_FOLDER = join(projectRoot(), 'dist', 'server')

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const staffOf = new WeakMap<Deps, () => Deps>()

/** The staff's part of this server: the same parts, with the rights of their account of the database. */
export function depsOfStaff(deps: Deps): Deps {
  const make = staffOf.get(deps)
  if (!make) return deps
  const made = make()
  staffOf.set(deps, () => made)
  return made
}

async function createTestDeps(options: TestAppOptions, clock: Clock) {
  const test = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'fairtick-test-'))
  const config: Config = {
    ...loadConfig({ DATA_DIR: dataDir }),
    databaseUrl: withRole(test.url, 'fairtick_node'),
    migrate: 'step',
    rateLimits: { requests: 0, logins: 0, registrations: 0 },
    orderLimits: { perMinute: 0, openStakes: 0n },
    proofKeys: [generateKeyPairSync('ed25519').privateKey],
    ...options.config,
  }
  const deps: Deps = createDeps({
    config,
    clock,
    log: options.log ?? suiteLog(),
    database: test.as('fairtick_node'),
    auditorDatabase: test.as('fairtick_auditor'),
    archiverDatabase: test.as('fairtick_archiver'),
    auditorSlices: Number.POSITIVE_INFINITY,
    decoderFolder: DECODER_FOLDER,
    past: SHORT_PAST,
    ...(options.wrapFeed === undefined ? {} : { wrapFeed: options.wrapFeed }),
  })
  staffOf.set(deps, () => deps.on(test.as('fairtick_ops')))
  return { ...test, dataDir, deps }
}

/** What a test asks the server for, as nobody or as a user. */
export function requestsTo(app: App, { auth }: Deps) {
  const inject = (request: InjectOptions): Promise<LightMyRequestResponse> => app.inject(request)

  /** A request of this user. */
  const call = ({ headers }: Pick<TestUser, 'headers'>, method: Method, url: string, payload?: object) =>
    inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) })

  /** The first step of a registration. */
  const register = (account: string, phone: string, openingCode: string | undefined) =>
    inject({
      method: 'POST',
      url: '/api/registrations',
      payload: { account, phone, phoneCountry: 'CN', openingCode },
    })

  /** A login with the password of the registration, from a device that is not known; `more` may say otherwise. */
  const logIn = (account: string, more: object = {}) =>
    inject({ method: 'POST', url: '/api/sessions', payload: { account, password: LOGIN_PASSWORD, ...more } })

  /** The user of the session that a login began. */
  async function sessionOf(login: LightMyRequestResponse) {
    const { token } = login.json<{ token: string }>()
    const user = present(await auth.userByToken(token), 'the user is logged in')
    return { ...user, token, headers: { authorization: `Bearer ${token}` } }
  }

  /** The same user in a separate session. */
  const logInAgain = async (user: TestUser, more: object = {}): Promise<TestUser> => ({
    ...user,
    ...(await sessionOf(await logIn(user.account, more))),
  })

  return { inject, call, register, logIn, logInAgain, sessionOf }
}

/**
 * The whole server on its own database, with the accounts and the rights that it has in earnest; `database` and `url`
 * are the owner's. Every answer is checked against the contract.
 */
export async function createTestApp(options: TestAppOptions = {}) {
  const testClock = new TestClock()
  const clock = options.clock ?? testClock
  makeIdsBy(clock)
  const { url, database, drop, dataDir, deps } = await createTestDeps(options, clock)
  const app: App = await buildApp(deps, {
    onCreated: (created) => {
      checkResponses(created)
      options.onApp?.(created, deps)
    },
    ...(options.h5Folder === undefined ? {} : { h5Folder: options.h5Folder }),
  })
  await app.ready()
  if (options.market) await deps.market.start()
  let registered = 0

  const { inject, call, register, logIn, logInAgain, sessionOf } = requestsTo(app, deps)

  async function openingCode(): Promise<string> {
    return database.withTransaction((tx) => issueOpeningCode(tx, 'test'))
  }

  /** Registers through the routes and logs in. With demo funds the account starts with 10,000.00. */
  async function registerUser(account = `user_${++registered}`.padEnd(6, '_')): Promise<TestUser> {
    const phone = `138${createHash('sha256').update(account).digest().readUInt32BE().toString().padStart(8, '0').slice(0, 8)}`
    const check = await register(account, phone, await openingCode())
    const { registrationToken } = check.json<{ registrationToken: string }>()
    // Only an app with the shipped articles has terms.
    const terms = await findTerms(database)
    const agreed = terms && { termsVersion: terms.toISOString() }
    await inject({
      method: 'POST',
      url: '/api/registrations/complete',
      payload: { registrationToken, loginPassword: LOGIN_PASSWORD, tradePassword: TRADE_PASSWORD, ...agreed },
    })
    const login = await logIn(account)
    return { ...(await sessionOf(login)), phone, deviceToken: login.json<{ deviceToken: string }>().deviceToken }
  }

  return {
    app,
    deps,
    database,
    url,
    /** The same server for staff, as the console and the operator's commands have it. */
    staffDeps: depsOfStaff(deps),
    /** Moves only when a test moves it; unused when the test brought its own clock. */
    clock: testClock,
    inject,
    call,
    register,
    logIn,
    logInAgain,
    openingCode,
    registerUser,
    async close() {
      await app.close()
      if (options.market) await deps.market.stop()
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
