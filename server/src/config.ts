import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUS_PROTOCOLS } from './cluster/busLink'
import { type Role, readRoles } from './cluster/roles'
import { refuseUnboundedFeed } from './market/feeds/liveRules'
import { type FeedSettings, feedName, isLive, readFeedSettings } from './market/feeds/settings'
import { type DepositSettings, readDepositSettings } from './modules/deposits/settings'
import { type PayoutAccountSettings, payoutAccountSettings } from './modules/payoutAccounts/settings'
import { type PushSettings, readPushSettings } from './modules/push/settings'
import { readSavingsSettings, type SavingsSettings } from './modules/savings/settings'
import { type PasskeySettings, readPasskeySettings } from './modules/security/passkeySettings'
import { readWechatSettings, type WechatSettings } from './modules/wechat/settings'
import { readWithdrawalSettings, type WithdrawalSettings } from './modules/withdrawals/settings'
import type { ObjectStoreSettings } from './objectStore/objectStore'
import { readObjectStoreSettings } from './objectStore/settings'
import { isCountry } from './shared/countries'
import { amount, ConfigError, choice, type Env, integer, url } from './shared/env'
import { dataDirOf } from './shared/folders'
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel, usualLogFormat } from './shared/log'
import { projectRoot } from './shared/paths'
import { readSealingKeys } from './shared/sealingKey'
import { misspeltSettings, withSettingsOfFiles } from './shared/settingNames'
import type { Currency, Funds, Settings } from './shared/settings'
import {
  readCalendars,
  readProofKeys,
  readProofOrigin,
  readWitnesses,
  type WitnessSettings,
} from './signedLogs/settings'
import { readSignerOfNode, type SignerSettings } from './signedLogs/signerSettings'
import { type ConsoleSettings, readApartMs, readConsoleSettings } from './staff/consoleSettings'
import { type ProviderSettings, readProviderSettings } from './staff/providerSettings'

/** Everything that differs between two installations. Read once, at start. */
export interface Config extends Settings {
  host: string
  port: number
  /** The https origin that users open. */
  publicOrigin: string | undefined
  /** The token that Prometheus sends to read the metrics. */
  metricsToken: string | undefined
  /** Absolute path; holds the embedded database. */
  dataDir: string
  /** Undefined means the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /**
   * The same database through the accounts of staff, of the auditor and of the archiver; undefined: through the node's.
   */
  opsDatabaseUrl: string | undefined
  auditorDatabaseUrl: string | undefined
  archiverDatabaseUrl: string | undefined
  databasePoolSize: number
  /** Whether a start brings the schema up to date, or a separate step does (`dist/server/migrate.js`). */
  migrate: 'start' | 'step'
  roles: ReadonlySet<Role>
  /** Events between nodes and limits that they share; undefined for a single node. */
  busUrl: string | undefined
  feeds: FeedSettings
  logLevel: LogLevel
  logFormat: LogFormat
  /** Minor units: the most that one operator command may move, and from which a second operator has to agree. */
  operator: { cap: bigint; secondActorFrom: bigint; apartMs: number }
  /** The staff console; undefined if it is off. */
  console: ConsoleSettings | undefined
  /** Keys that sign acceptances and checkpoints, newest first; empty: the signer or a file below `dataDir` has them. */
  proofKeys: readonly KeyObject[]
  /** The process that holds the keys instead of this one. */
  signer: SignerSettings | undefined
  /** The name of the log of heads: the first line of its checkpoints. */
  proofOrigin: string
  /** Who signs the time of the log of heads (RFC 3161); left out: nobody. */
  timeStampUrl?: string
  /** Calendars of OpenTimestamps that take the log of heads, without a slash at the end. */
  calendarUrls: readonly string[]
  /** The witnesses of the log of heads, and how many have to sign. */
  witnesses: readonly WitnessSettings[]
  witnessesNeeded: number
  /** The first one seals stored data, all of them open it; empty means the one in `dataDir`, made at first use. */
  sealingKeys: readonly Buffer[]
  /** Where users' pictures are stored, encrypted. */
  objectStore: ObjectStoreSettings
  /** Where everybody can read the object store's `media/`, without a slash at the end; undefined: from this server. */
  mediaPublicUrl: string | undefined
  /** How long the photos of a decided verification are kept. */
  photosKeptDays: number
  /** Older ticks are moved to the object store; 0 keeps all in the database. */
  ticksKeptDays: number
  savings: SavingsSettings
  deposits: DepositSettings
  withdrawals: WithdrawalSettings
  payoutAccounts: PayoutAccountSettings
  /** One sentence for each environment variable that looks like a setting but is none. */
  misspelt: readonly string[]
  /** Undefined if the address can have no passkeys. */
  passkeys: PasskeySettings | undefined
  /** The same of the staff console. */
  staffPasskeys: PasskeySettings | undefined
  /** Undefined if staff sign in with a password only. */
  staffProvider: ProviderSettings | undefined
  /** Undefined if nothing is pushed to browsers. */
  push: PushSettings | undefined
  wechat: WechatSettings | undefined
}

/** An order lives a day at most and is checked again soon after: two days are the shortest useful time. */
function ticksKeptDays(env: Env): number {
  // Nodes with separate disks would each have a part of the archive.
  const isShared = Boolean(env.DATABASE_URL?.trim()) && !env.OBJECT_STORE_URL?.trim()
  const days = integer(env, 'TICKS_KEPT_DAYS', 0, 3_650, isShared ? 0 : 30)
  if (days === 1) throw new ConfigError('TICKS_KEPT_DAYS is "1" but must be 2 or more, or 0 to keep all ticks.')
  return days
}

/** A time stamp is signed, so that it may come without TLS. */
function timeStampUrlOf(env: Env): { timeStampUrl?: string } {
  const timeStampUrl = url(env, 'TIME_STAMP_URL', ['https:', 'http:'])
  return timeStampUrl === undefined ? {} : { timeStampUrl }
}

/** The page's content security policy names its origin, so it has to be a plain address. */
function mediaPublicUrlOf(env: Env): string | undefined {
  const address = url(env, 'MEDIA_PUBLIC_URL', ['https:'])?.replace(/\/+$/, '')
  if (address === undefined) return undefined
  const { search, hash, username } = new URL(address)
  if (search || hash || username) throw new ConfigError('MEDIA_PUBLIC_URL must have nothing behind its path.')
  if (!env.OBJECT_STORE_URL?.trim())
    throw new ConfigError('MEDIA_PUBLIC_URL needs OBJECT_STORE_URL, whose pictures it shows.')
  return address
}

/** Nodes that exchange events must also sign and seal with the same keys. */
function busUrlOf(env: Env): string | undefined {
  const address = url(env, 'BUS_URL', BUS_PROTOCOLS)
  if (address === undefined) return undefined
  const signs = env.SIGNER_URL?.trim() ? [] : ['PROOF_KEY']
  const missing = ['DATABASE_URL', ...signs, 'SEALING_KEY'].filter((name) => !env[name]?.trim())
  if (missing.length === 0) return address
  throw new ConfigError(`BUS_URL is for nodes that share ${missing.join(', ')}: set that alike on all of them.`)
}

function blockedCountriesOf(env: Env): string[] {
  const codes = (env.BLOCKED_COUNTRIES ?? '')
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter(Boolean)
  const wrong = codes.find((code) => !isCountry(code))
  if (wrong === undefined) return codes
  throw new ConfigError(`BLOCKED_COUNTRIES names "${wrong}" but takes ISO 3166 codes, for example US,KP.`)
}

function currencyOf(env: Env): Currency {
  const code = env.CURRENCY?.trim() || 'USD'
  if (!/^[A-Z]{3,5}$/.test(code)) {
    throw new ConfigError(`CURRENCY is "${code}" but must be a code of 3 to 5 capital letters, for example USD.`)
  }
  // The scale is decided here alone: everything else, the app and the database too, reads it with the currency or the
  // order.
  return { code, scale: 2 }
}

/** PRODUCT.md 7.2: live funds need all of these; the sentence names the missing ones. */
function refuseIncompleteLive(env: Env, feeds: FeedSettings) {
  const missing: string[] = []
  if (!env.OBJECT_STORE_URL?.trim()) missing.push('an object store (OBJECT_STORE_URL)')
  if (!env.DATABASE_URL?.trim()) missing.push('an external PostgreSQL (DATABASE_URL)')
  if (env.CONSOLE_PORT?.trim() && !env.OPS_DATABASE_URL?.trim())
    missing.push('an account of the database for the staff console (OPS_DATABASE_URL)')
  // No account of a node may write the data that the auditor relies on, nor drop archived ticks.
  const isWorker = readRoles(env).has('worker')
  if (isWorker && !env.AUDITOR_DATABASE_URL?.trim())
    missing.push('an account of the database for the auditor (AUDITOR_DATABASE_URL)')
  if (isWorker && Number(env.TICKS_KEPT_DAYS) && !env.ARCHIVER_DATABASE_URL?.trim())
    missing.push('an account of the database for the archive (ARCHIVER_DATABASE_URL)')
  if (!/^https:\/\/[^/]+/.test(env.PUBLIC_ORIGIN?.trim() ?? '')) missing.push('a TLS origin (PUBLIC_ORIGIN)')
  if (!env.BLOCKED_COUNTRIES?.trim()) missing.push('a list of blocked countries (BLOCKED_COUNTRIES)')
  if (!env.PROOF_KEY?.trim() && !env.SIGNER_URL?.trim())
    missing.push('a key for tree heads (PROOF_KEY, or SIGNER_URL for where it is)')
  if (!env.SEALING_KEY?.trim()) missing.push('a key for what is stored encrypted (SEALING_KEY)')
  if (/^(\[\s*\])?$/.test(env.DEPOSIT_CHANNELS?.trim() ?? '')) missing.push('a deposit channel (DEPOSIT_CHANNELS)')
  // A replayed price is known to anyone who has the file.
  if (!feeds.sources.every(isLive)) missing.push('a price feed that is not simulated (FEED)')
  if (missing.length > 0) throw new ConfigError(`FUNDS=live is refused because it lacks ${missing.join(', ')}.`)
}

/** Settings that are free in a trial, but not when money is at stake. */
function refuseUnboundedLive({ feeds, operator, withdrawals, rateLimits }: Omit<Config, 'misspelt'>, env: Env) {
  refuseUnboundedFeed(feeds, env)
  if (operator.secondActorFrom > withdrawals.maximum) {
    throw new ConfigError(
      'FUNDS=live is refused: OPS_SECOND_ACTOR_FROM is above WITHDRAWAL_MAX, so that no withdrawal would need a second operator.',
    )
  }
  if (rateLimits.requests === 0) {
    throw new ConfigError('FUNDS=live is refused: RATE_LIMIT is 0, so that passwords could be tried without end.')
  }
}

const POSTGRES = ['postgres:', 'postgresql:']

/** Another account of the database that DATABASE_URL leads to. */
function otherAccount(
  env: Env,
  name: 'OPS_DATABASE_URL' | 'AUDITOR_DATABASE_URL' | 'ARCHIVER_DATABASE_URL',
): string | undefined {
  const address = url(env, name, POSTGRES)
  if (address === undefined || env.DATABASE_URL?.trim()) return address
  throw new ConfigError(`${name} is set but DATABASE_URL is not: the embedded database has one account.`)
}

/** Passkeys belong to it, and the app is at `/h5/` of it. */
function publicOriginOf(env: Env): string | undefined {
  const origin = url(env, 'PUBLIC_ORIGIN', ['https:'])
  if (origin === undefined || new URL(origin).pathname === '/') return origin
  throw new ConfigError(`PUBLIC_ORIGIN is "${origin}" but takes no path, for example ${new URL(origin).origin}.`)
}

function portsOf(env: Env, consoleSettings: ConsoleSettings | undefined) {
  const port = integer(env, 'PORT', 0, 65_535, 8080)
  if (port === 0 || port !== consoleSettings?.port) return { port, console: consoleSettings }
  throw new ConfigError(`CONSOLE_PORT and PORT are both ${port}: set CONSOLE_PORT to another one.`)
}

function metricsTokenOf(env: Env): string | undefined {
  const token = env.METRICS_TOKEN?.trim()
  if (!token) return undefined
  if (/^[\x21-\x7e]{16,}$/.test(token)) return token
  throw new ConfigError('METRICS_TOKEN must have at least 16 characters without spaces (openssl rand -hex 24).')
}

function versionOf(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0.0.0'
}

/**
 * Reads the settings of OPERATIONS.md from the environment and from the files that it names. Throws `ConfigError` with
 * one sentence when a value is wrong, and with live funds also when a name is.
 */
export function loadConfig(given: Env = process.env): Config {
  const env = withSettingsOfFiles(given)
  const funds = choice(env, 'FUNDS', ['demo', 'live'] as const, 'demo')
  const misspelt = misspeltSettings(env)
  if (funds === 'live' && misspelt[0]) throw new ConfigError(misspelt[0])
  const config = readSettings(env, funds)
  if (funds === 'live') refuseUnboundedLive(config, env)
  return { ...config, misspelt }
}

function migratesOf(env: Env, funds: Funds): Config['migrate'] {
  const migrates = choice(env, 'MIGRATE', ['start', 'step'] as const, funds === 'live' ? 'step' : 'start')
  if (migrates === 'start' && funds === 'live') {
    throw new ConfigError(
      'FUNDS=live is refused: MIGRATE is "start", but a node of live funds may change no tables. Leave it out, and run ' +
        '"node dist/server/migrate.js" as the owner before the nodes of a version start.',
    )
  }
  if (migrates === 'step' && !env.DATABASE_URL?.trim()) {
    throw new ConfigError(
      'MIGRATE is "step" but DATABASE_URL is not set: the embedded database is changed at each start.',
    )
  }
  return migrates
}

function readSettings(env: Env, funds: Funds): Omit<Config, 'misspelt'> {
  const feeds = readFeedSettings(env, funds)
  if (funds === 'live') refuseIncompleteLive(env, feeds)
  const host = env.HOST?.trim() || '127.0.0.1'
  if (/[\s/]/.test(host)) throw new ConfigError(`HOST is "${host}" but must be a host name or an IP address.`)
  const requests = integer(env, 'RATE_LIMIT', 0, 10_000_000, 6_000)
  const currency = currencyOf(env)
  const cap = amount(env, 'OPS_CAP', currency.scale, '100000.00')
  const dataDir = dataDirOf(env)
  return {
    appName: env.APP_NAME?.trim() || 'Fairtick',
    version: versionOf(),
    host,
    ...portsOf(env, readConsoleSettings(env, currency.scale)),
    publicOrigin: publicOriginOf(env),
    metricsToken: metricsTokenOf(env),
    dataDir,
    databaseUrl: url(env, 'DATABASE_URL', POSTGRES),
    opsDatabaseUrl: otherAccount(env, 'OPS_DATABASE_URL'),
    auditorDatabaseUrl: otherAccount(env, 'AUDITOR_DATABASE_URL'),
    archiverDatabaseUrl: otherAccount(env, 'ARCHIVER_DATABASE_URL'),
    databasePoolSize: integer(env, 'DATABASE_POOL', 4, 200, 16),
    migrate: migratesOf(env, funds),
    roles: readRoles(env),
    busUrl: busUrlOf(env),
    feed: feedName(feeds),
    feeds,
    funds,
    currency,
    logLevel: choice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: choice(env, 'LOG_FORMAT', LOG_FORMATS, usualLogFormat()),
    kefuUrl: url(env, 'KEFU_URL', ['https:']) ?? null,
    codeContact: env.OPENING_CODE_CONTACT?.trim() || undefined,
    trustedProxies: integer(env, 'TRUST_PROXY', 0, 8, 0),
    orderLimits: {
      perMinute: integer(env, 'ORDERS_PER_MINUTE', 0, 100_000, 60),
      openStakes: amount(env, 'OPEN_STAKES_MAX', currency.scale, '100000.00'),
    },
    exampleOrders: funds === 'demo' && choice(env, 'EXAMPLE_ORDERS', ['on', 'off'] as const, 'on') === 'on',
    productNoticeMs: integer(env, 'PRODUCT_NOTICE_MINUTES', 0, 10_080, 60) * 60_000,
    rateLimits:
      requests === 0 ? { requests: 0, logins: 0, registrations: 0 } : { requests, logins: 60, registrations: 30 },
    operator: {
      cap,
      secondActorFrom: amount(env, 'OPS_SECOND_ACTOR_FROM', currency.scale, '10000.00'),
      apartMs: readApartMs(env, funds),
    },
    staffProvider: readProviderSettings(env, funds),
    signer: readSignerOfNode(env),
    proofKeys: readProofKeys(env),
    proofOrigin: readProofOrigin(env),
    ...timeStampUrlOf(env),
    calendarUrls: readCalendars(env),
    ...readWitnesses(env),
    sealingKeys: readSealingKeys(env),
    objectStore: readObjectStoreSettings(env, dataDir),
    mediaPublicUrl: mediaPublicUrlOf(env),
    photosKeptDays: integer(env, 'PHOTOS_KEPT_DAYS', 1, 3_650, 90),
    ticksKeptDays: ticksKeptDays(env),
    blockedCountries: blockedCountriesOf(env),
    savings: readSavingsSettings(env, funds, currency.scale),
    demoGrant: 10_000n * 10n ** BigInt(currency.scale),
    deposits: readDepositSettings(env, funds, currency.scale, cap),
    withdrawals: readWithdrawalSettings(env, currency.scale, cap, funds),
    payoutAccounts: payoutAccountSettings(funds),
    passkeys: readPasskeySettings(env.PUBLIC_ORIGIN),
    staffPasskeys: readPasskeySettings(env.CONSOLE_ORIGIN),
    push: readPushSettings(env),
    wechat: readWechatSettings(env),
  }
}
