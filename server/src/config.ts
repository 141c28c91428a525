import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isValid as isCountry } from 'i18n-iso-countries'
import { ROLES, type Role, readRoles } from './cluster/roles'
import { FeedProblem, type FeedSettings, feedName, isLive, readFeedSettings } from './market/feeds/settings'
import { ChannelProblem, readChannels, type WalletSettings } from './modules/deposits/settings'
import type { SavingsTerms } from './modules/savings/terms'
import type { ObjectStoreSettings } from './objectStore/objectStore'
import { parseStoreUrl } from './objectStore/settings'
import { readPrivateKey } from './proof/signer'
import { LOG_LEVELS, type LogLevel } from './shared/log'
import { formatMoney, parseMoney } from './shared/money'
import { projectRoot } from './shared/paths'
import { readSealingKey } from './shared/sealingKey'

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
  /** What this node does. */
  roles: ReadonlySet<Role>
  /** Events between nodes and limits that they share; undefined for a node of its own. */
  redisUrl: string | undefined
  /** Where prices come from, as it stands on tickets and receipts. */
  feed: string
  feeds: FeedSettings
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
  /** Signs tree heads; undefined means the one in `dataDir`, made at first start. */
  proofKey: KeyObject | undefined
  /** The first seals what is stored encrypted, all open it; empty means the one in `dataDir`, made at first use. */
  sealingKeys: readonly Buffer[]
  /** Where pictures of users lie, encrypted. */
  objectStore: ObjectStoreSettings
  objectStoreTimeoutMs: number
  /** How long the photos of a decided verification are kept. */
  photosKeptDays: number
  /** Older ticks are moved to the object store; 0 keeps all in the database. */
  ticksKeptDays: number
  /** Older orders, postings and audit entries are moved to the object store; 0 keeps all in the database. */
  recordsKeptDays: number
  /** ISO 3166 countries that are not served: phones and nationalities. */
  blockedCountries: readonly string[]
  savings: SavingsTerms
  /** Minor units that each new demo account starts with. */
  demoGrant: bigint
  wallet: WalletSettings
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

/** An order lives a day at most and is checked again soon after: two days are the least that is of use. */
function ticksKeptDays(env: Env): number {
  // Nodes with disks of their own would each have a part of the archive.
  const isShared = Boolean(env.DATABASE_URL?.trim()) && !env.OBJECT_STORE_URL?.trim()
  const days = integer(env, 'TICKS_KEPT_DAYS', 0, 3_650, isShared ? 0 : 30)
  if (days === 1) throw new ConfigError('TICKS_KEPT_DAYS is "1" but must be 2 or more, or 0 to keep all ticks.')
  return days
}

/** Users look back for a year, and a client may ask for an order's answer again. */
function recordsKeptDays(env: Env): number {
  const days = integer(env, 'RECORDS_KEPT_DAYS', 0, 36_500, 0)
  if (days > 0 && days < 365) {
    throw new ConfigError(`RECORDS_KEPT_DAYS is "${days}" but must be 365 or more, or 0 to keep all records.`)
  }
  if (days > 0 && env.DATABASE_URL?.trim() && !env.OBJECT_STORE_URL?.trim()) {
    throw new ConfigError('RECORDS_KEPT_DAYS needs OBJECT_STORE_URL: nodes that share a database share the archive.')
  }
  return days
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

function proofKeyOf(env: Env): KeyObject | undefined {
  const text = env.PROOF_KEY?.trim()
  if (!text) return undefined
  const key = readPrivateKey(text)
  if (!key) throw new ConfigError('PROOF_KEY must be an Ed25519 private key, as PEM or as base64 of PKCS #8.')
  return key
}

function rolesOf(env: Env): ReadonlySet<Role> {
  const roles = readRoles(env.ROLES ?? '')
  if (!roles) throw new ConfigError(`ROLES is "${env.ROLES}" but takes, with commas between: ${ROLES.join(', ')}.`)
  if (roles.size < ROLES.length && !env.DATABASE_URL?.trim()) {
    throw new ConfigError(
      'ROLES leaves something to other nodes, so it needs the database that they share (DATABASE_URL).',
    )
  }
  return roles
}

/** Nodes that exchange events must also sign and seal with the same keys. */
function redisUrlOf(env: Env): string | undefined {
  const address = url(env, 'REDIS_URL', ['redis:', 'rediss:'])
  if (address === undefined) return undefined
  const missing = ['DATABASE_URL', 'PROOF_KEY', 'SEALING_KEY'].filter((name) => !env[name]?.trim())
  if (missing.length === 0) return address
  throw new ConfigError(`REDIS_URL is for nodes that share ${missing.join(', ')}: set that alike on all of them.`)
}

/** `SEALING_KEY`: one key, or several of which the first seals (after a change of keys). */
function sealingKeysOf(env: Env): Buffer[] {
  const texts = (env.SEALING_KEY ?? '').split(',').filter((text) => text.trim() !== '')
  return texts.map((text) => {
    const key = readSealingKey(text)
    if (!key) throw new ConfigError('SEALING_KEY must be 32 random bytes as base64 (openssl rand -base64 32).')
    return key
  })
}

function objectStoreOf(env: Env, dataDir: string): ObjectStoreSettings {
  const text = env.OBJECT_STORE_URL?.trim()
  if (!text) return { kind: 'disk', folder: join(dataDir, 'objects') }
  const place = parseStoreUrl(text)
  if (!place) {
    throw new ConfigError(
      'OBJECT_STORE_URL must be an address with a bucket, for example https://s3.example.com/photos.',
    )
  }
  const accessKeyId = env.OBJECT_STORE_ACCESS_KEY?.trim()
  const secretAccessKey = env.OBJECT_STORE_SECRET_KEY?.trim()
  if (!accessKeyId || !secretAccessKey) {
    throw new ConfigError('OBJECT_STORE_URL also needs OBJECT_STORE_ACCESS_KEY and OBJECT_STORE_SECRET_KEY.')
  }
  return { kind: 's3', ...place, region: env.OBJECT_STORE_REGION?.trim() || 'us-east-1', accessKeyId, secretAccessKey }
}

function blockedCountriesOf(env: Env): string[] {
  const codes = (env.BLOCKED_COUNTRIES ?? '')
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter(Boolean)
  const wrong = codes.find((code) => !/^[A-Z]{2}$/.test(code) || !isCountry(code))
  if (wrong === undefined) return codes
  throw new ConfigError(`BLOCKED_COUNTRIES names "${wrong}" but takes ISO 3166 codes, for example US,KP.`)
}

const HOUR_MS = 3_600_000

/** What nobody set stays within what one operator command may move. */
const withinCap = (cap: bigint, units: bigint, scale: number) => {
  const value = units * 10n ** BigInt(scale)
  return value < cap ? value : cap
}

function channelsOf(env: Env, funds: Config['funds'], scale: number, cap: bigint) {
  const demoMaximum = withinCap(cap, 50_000n, scale)
  try {
    return readChannels(env.DEPOSIT_CHANNELS, { funds, scale, demoMaximum, secretOf: (variable) => env[variable] })
  } catch (error) {
    throw error instanceof ChannelProblem ? new ConfigError(error.message) : error
  }
}

function withdrawalOf(env: Env, funds: Config['funds'], scale: number, cap: bigint): WalletSettings['withdrawal'] {
  const terms = {
    minimum: amount(env, 'WITHDRAWAL_MIN', scale, '10.00'),
    maximum: amount(env, 'WITHDRAWAL_MAX', scale, formatMoney(withinCap(cap, 50_000n, scale), scale)),
    dailyLimit: amount(env, 'WITHDRAWAL_DAILY_LIMIT', scale, '100000.00'),
    feeFixed: amount(env, 'WITHDRAWAL_FEE', scale, '1.00'),
    feeRateBp: integer(env, 'WITHDRAWAL_FEE_BP', 0, 5_000, 10),
    arrivalHours: integer(env, 'WITHDRAWAL_ARRIVAL_HOURS', 1, 720, 24),
    // PRODUCT.md 12.4: with live funds only.
    payoutAccountRestMs: funds === 'live' ? 24 * HOUR_MS : 0,
  }
  if (terms.minimum > terms.maximum) throw new ConfigError('WITHDRAWAL_MIN is above WITHDRAWAL_MAX.')
  // Then no larger amount is eaten up by its fee either.
  if (terms.feeFixed + (terms.minimum * BigInt(terms.feeRateBp)) / 10_000n >= terms.minimum) {
    throw new ConfigError('WITHDRAWAL_MIN must be more than the fee on it (WITHDRAWAL_FEE, WITHDRAWAL_FEE_BP).')
  }
  return terms
}

/** An operator has to be able to confirm what users may ask for. */
function refuseAboveCap(cap: bigint, wallet: WalletSettings) {
  if (wallet.withdrawal.maximum > cap) throw new ConfigError('WITHDRAWAL_MAX must not be above OPS_CAP.')
  const large = wallet.channels.find((each) => each.kind !== 'demo' && each.maximum > cap)
  if (large) throw new ConfigError(`The channel "${large.id}" of DEPOSIT_CHANNELS has a "maximum" above OPS_CAP.`)
}

function presetsOf(env: Env, scale: number): bigint[] {
  const texts = (env.DEPOSIT_PRESETS?.trim() || '100.00,500.00,1000.00,5000.00').split(',')
  const presets = texts.map((text) => parseMoney(text.trim(), scale) ?? 0n)
  if (presets.length <= 8 && presets.every((preset) => preset > 0n)) return presets
  throw new ConfigError('DEPOSIT_PRESETS must be up to 8 amounts with commas between, for example 100.00,500.00.')
}

function walletOf(env: Env, funds: Config['funds'], scale: number, cap: bigint): WalletSettings {
  const wallet = {
    channels: channelsOf(env, funds, scale, cap),
    depositPresets: presetsOf(env, scale),
    depositExpiryMs: integer(env, 'DEPOSIT_EXPIRY_HOURS', 1, 720, 72) * HOUR_MS,
    withdrawal: withdrawalOf(env, funds, scale, cap),
  }
  refuseAboveCap(cap, wallet)
  return wallet
}

function url(env: Env, name: string, protocols: string[]): string | undefined {
  const text = env[name]?.trim()
  if (!text) return undefined
  const valid = URL.canParse(text) && protocols.includes(new URL(text).protocol)
  // The value itself may hold a password, so the sentence does not repeat it.
  if (!valid) throw new ConfigError(`${name} must be an address that starts with ${protocols.join('// or ')}//.`)
  return text
}

function feedsOf(env: Env, funds: Config['funds']): FeedSettings {
  try {
    return readFeedSettings(env, funds)
  } catch (error) {
    throw error instanceof FeedProblem ? new ConfigError(error.message) : error
  }
}

function currencyOf(env: Env): Config['currency'] {
  const code = env.CURRENCY?.trim() || 'USD'
  if (!/^[A-Z]{3,5}$/.test(code)) {
    throw new ConfigError(`CURRENCY is "${code}" but must be a code of 3 to 5 capital letters, for example USD.`)
  }
  return { code, scale: 2 }
}

function savingsOf(env: Env, funds: Config['funds'], scale: number): SavingsTerms {
  const terms: SavingsTerms = {
    depositMinimum: amount(env, 'SAVINGS_DEPOSIT_MIN', scale, '1.00'),
    depositMaximum: amount(env, 'SAVINGS_DEPOSIT_MAX', scale, '1000000.00'),
    depositsPerDay: integer(env, 'SAVINGS_DEPOSITS_PER_DAY', 0, 100, 3),
    transfersOutPerDay: integer(env, 'SAVINGS_TRANSFERS_OUT_PER_DAY', 0, 100, 3),
    transferOutDaily: amount(env, 'SAVINGS_TRANSFER_OUT_DAILY', scale, '100000.00'),
    demoIncomes: funds === 'demo',
  }
  if (terms.depositMinimum <= terms.depositMaximum) return terms
  throw new ConfigError('SAVINGS_DEPOSIT_MIN is above SAVINGS_DEPOSIT_MAX.')
}

/** PRODUCT.md 7.2: live funds need all of these; the sentence names what is missing. */
function refuseIncompleteLive(env: Env, feeds: FeedSettings) {
  const missing: string[] = []
  if (!env.OBJECT_STORE_URL?.trim()) missing.push('an object store (OBJECT_STORE_URL)')
  if (!env.DATABASE_URL?.trim()) missing.push('an external PostgreSQL (DATABASE_URL)')
  if (!/^https:\/\/[^/]+/.test(env.PUBLIC_ORIGIN?.trim() ?? '')) missing.push('a TLS origin (PUBLIC_ORIGIN)')
  if (!env.BLOCKED_COUNTRIES?.trim()) missing.push('a list of blocked countries (BLOCKED_COUNTRIES)')
  if (!env.PROOF_KEY?.trim()) missing.push('a key for tree heads (PROOF_KEY)')
  if (!env.SEALING_KEY?.trim()) missing.push('a key for what is stored encrypted (SEALING_KEY)')
  // What is replayed is known to whoever has the file.
  if (!feeds.sources.every(isLive)) missing.push('a price feed that is not simulated (FEED)')
  if (missing.length > 0) throw new ConfigError(`FUNDS=live is refused because it lacks ${missing.join(', ')}.`)
}

function versionOf(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0.0.0'
}

/** Reads the settings of README's table. Throws `ConfigError` with one sentence when a value is wrong. */
export function loadConfig(env: Env = process.env): Config {
  const funds = choice(env, 'FUNDS', ['demo', 'live'] as const, 'demo')
  const feeds = feedsOf(env, funds)
  if (funds === 'live') refuseIncompleteLive(env, feeds)
  const host = env.HOST?.trim() || '127.0.0.1'
  if (/[\s/]/.test(host)) throw new ConfigError(`HOST is "${host}" but must be a host name or an IP address.`)
  const requests = integer(env, 'RATE_LIMIT', 0, 10_000_000, 6_000)
  const currency = currencyOf(env)
  const cap = amount(env, 'OPS_CAP', currency.scale, '100000.00')
  const dataDir = resolve(env.DATA_DIR?.trim() || '.data')
  return {
    appName: env.APP_NAME?.trim() || 'Fairtick',
    version: versionOf(),
    host,
    port: integer(env, 'PORT', 0, 65_535, 8080),
    dataDir,
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: integer(env, 'DATABASE_POOL', 4, 200, 16),
    roles: rolesOf(env),
    redisUrl: redisUrlOf(env),
    feed: feedName(feeds),
    feeds,
    funds,
    currency,
    logLevel: choice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    kefuUrl: url(env, 'KEFU_URL', ['https:']) ?? null,
    trustedProxies: integer(env, 'TRUST_PROXY', 0, 8, 0),
    rateLimits:
      requests === 0 ? { requests: 0, logins: 0, registrations: 0 } : { requests, logins: 60, registrations: 30 },
    operator: {
      cap,
      secondActorFrom: amount(env, 'OPS_SECOND_ACTOR_FROM', currency.scale, '10000.00'),
    },
    proofKey: proofKeyOf(env),
    sealingKeys: sealingKeysOf(env),
    objectStore: objectStoreOf(env, dataDir),
    objectStoreTimeoutMs: integer(env, 'OBJECT_STORE_TIMEOUT_MS', 100, 10_000, 10_000),
    photosKeptDays: integer(env, 'PHOTOS_KEPT_DAYS', 1, 3_650, 90),
    ticksKeptDays: ticksKeptDays(env),
    recordsKeptDays: recordsKeptDays(env),
    blockedCountries: blockedCountriesOf(env),
    savings: savingsOf(env, funds, currency.scale),
    demoGrant: 10_000n * 10n ** BigInt(currency.scale),
    wallet: walletOf(env, funds, currency.scale, cap),
  }
}
