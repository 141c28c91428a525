import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseMoney } from './shared/money'
import { projectRoot } from './shared/paths'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Price sources that this build can run. Named on tickets and receipts. */
export const FEEDS = ['simulated'] as const
export type Feed = (typeof FEEDS)[number]

/** Everything that differs between two installations. Read once, at start. */
export interface Config {
  /** Product name as users see it. */
  appName: string
  version: string
  host: string
  port: number
  /** Absolute path; holds the embedded database. */
  dataDir: string
  /** Undefined means the embedded PostgreSQL. */
  databaseUrl: string | undefined
  databasePoolSize: number
  feed: Feed
  funds: 'demo' | 'live'
  currency: { code: string; scale: number }
  logLevel: LogLevel
  kefuUrl: string | null
  /** How many proxies in front may be believed about the client's address. */
  trustedProxies: number
  /** Requests per minute and address; 0 turns a limit off. */
  rateLimits: { requests: number; logins: number; registrations: number }
  /** Minor units: what one operator command may move at most, and from where on a second operator has to agree. */
  operator: { cap: bigint; secondActorFrom: bigint }
  /** Minor units that each new demo account starts with. */
  demoGrant: bigint
}

/** A wrong setting: `message` is one sentence for the person who starts the server. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Env = Record<string, string | undefined>

function choice<T extends string>(env: Env, name: string, values: readonly T[], fallback: T): T {
  const text = env[name]?.trim()
  if (!text) return fallback
  const found = values.find((value) => value === text)
  if (found === undefined) throw new ConfigError(`${name} is "${text}" but must be one of: ${values.join(', ')}.`)
  return found
}

function integer(env: Env, name: string, min: number, max: number, fallback: number): number {
  const text = env[name]?.trim()
  if (!text) return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) {
    throw new ConfigError(`${name} is "${text}" but must be a whole number from ${min} to ${max}.`)
  }
  return value
}

/** An amount of the platform currency, in minor units. */
function amount(env: Env, name: string, scale: number, fallback: string): bigint {
  const text = env[name]?.trim() || fallback
  const value = parseMoney(text, scale)
  if (value === undefined || value < 0n) {
    throw new ConfigError(`${name} is "${text}" but must be an amount such as ${fallback}.`)
  }
  return value
}

function url(env: Env, name: string, protocols: string[]): string | undefined {
  const text = env[name]?.trim()
  if (!text) return undefined
  const valid = URL.canParse(text) && protocols.includes(new URL(text).protocol)
  // The value itself may hold a password, so the sentence does not repeat it.
  if (!valid) throw new ConfigError(`${name} must be an address that starts with ${protocols.join('// or ')}//.`)
  return text
}

function feedOf(env: Env): Feed {
  const text = env.FEED?.trim() || 'simulated'
  const feed = FEEDS.find((value) => value === text)
  if (feed) return feed
  throw new ConfigError(`FEED is "${text}" but this version runs only: ${FEEDS.join(', ')}.`)
}

function currencyOf(env: Env): Config['currency'] {
  const code = env.CURRENCY?.trim() || 'USD'
  if (!/^[A-Z]{3,5}$/.test(code)) {
    throw new ConfigError(`CURRENCY is "${code}" but must be a code of 3 to 5 capital letters, for example USD.`)
  }
  return { code, scale: 2 }
}

/** product.md, "Funds and market modes": live funds need all of these; the sentence names what is missing. */
function refuseIncompleteLive(env: Env, feed: Feed) {
  const missing: string[] = []
  if (!env.OBJECT_STORE_URL?.trim()) missing.push('an object store (OBJECT_STORE_URL)')
  if (!env.DATABASE_URL?.trim()) missing.push('an external PostgreSQL (DATABASE_URL)')
  if (!/^https:\/\/[^/]+/.test(env.PUBLIC_ORIGIN?.trim() ?? '')) missing.push('a TLS origin (PUBLIC_ORIGIN)')
  if (!env.BLOCKED_COUNTRIES?.trim()) missing.push('a list of blocked countries (BLOCKED_COUNTRIES)')
  if (feed === 'simulated') missing.push('a price feed that is not simulated (FEED)')
  if (missing.length > 0) throw new ConfigError(`FUNDS=live is refused because it lacks ${missing.join(', ')}.`)
}

function versionOf(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0.0.0'
}

/** Reads the settings of README's table. Throws `ConfigError` with one sentence when a value is wrong. */
export function loadConfig(env: Env = process.env): Config {
  const feed = feedOf(env)
  const funds = choice(env, 'FUNDS', ['demo', 'live'] as const, 'demo')
  if (funds === 'live') refuseIncompleteLive(env, feed)
  const host = env.HOST?.trim() || '127.0.0.1'
  if (/[\s/]/.test(host)) throw new ConfigError(`HOST is "${host}" but must be a host name or an IP address.`)
  const requests = integer(env, 'RATE_LIMIT', 0, 10_000_000, 6_000)
  const currency = currencyOf(env)
  return {
    appName: env.APP_NAME?.trim() || 'Fairtick',
    version: versionOf(),
    host,
    port: integer(env, 'PORT', 0, 65_535, 8080),
    dataDir: resolve(env.DATA_DIR?.trim() || '.data'),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: integer(env, 'DATABASE_POOL', 4, 200, 16),
    feed,
    funds,
    currency,
    logLevel: choice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    kefuUrl: url(env, 'KEFU_URL', ['https:']) ?? null,
    trustedProxies: integer(env, 'TRUST_PROXY', 0, 8, 0),
    rateLimits:
      requests === 0 ? { requests: 0, logins: 0, registrations: 0 } : { requests, logins: 60, registrations: 30 },
    operator: {
      cap: amount(env, 'OPS_CAP', currency.scale, '100000.00'),
      secondActorFrom: amount(env, 'OPS_SECOND_ACTOR_FROM', currency.scale, '10000.00'),
    },
    demoGrant: 10_000n * 10n ** BigInt(currency.scale),
  }
}
