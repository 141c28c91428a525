import { readFileSync } from 'node:fs'
import { ConfigError, type Env } from './env'

/**
 * Every setting that the server reads, in the order of the table in OPERATIONS.md, "Settings"; `npm run check` compares
 * this list, that table and what the sources read against each other. DEPOSIT_SECRET_<ID> stands for one per channel.
 */
export const SETTING_NAMES = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'APP_NAME',
  'FUNDS',
  'CONSOLE_PORT',
  'CONSOLE_ORIGIN',
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_OIDC_NAME',
  'CURRENCY',
  'FOUR_EYES_ALONE',
  'FOUR_EYES_APART_DAYS',
  'PUBLIC_ORIGIN',
  'KEFU_URL',
  'OPENING_CODE_CONTACT',
  'BLOCKED_COUNTRIES',
  'LOG_LEVEL',
  'LOG_FORMAT',
  'TRUST_PROXY',
  'RATE_LIMIT',
  'ORDERS_PER_MINUTE',
  'OPEN_STAKES_MAX',
  'EXAMPLE_ORDERS',
  'PRODUCT_NOTICE_MINUTES',
  'METRICS_TOKEN',
  'DATABASE_URL',
  'OPS_DATABASE_URL',
  'ARCHIVER_DATABASE_URL',
  'AUDITOR_DATABASE_URL',
  'DATABASE_POOL',
  'MIGRATE',
  'ROLES',
  'BUS_URL',
  'SEALING_KEY',
  'PROOF_KEY',
  'PROOF_ORIGIN',
  'SIGNER_URL',
  'SIGNER_CA',
  'SIGNER_CERT',
  'SIGNER_CERT_KEY',
  'WITNESSES',
  'WITNESSES_NEEDED',
  'TIME_STAMP_URL',
  'TIME_STAMP_CALENDARS',
  'OBJECT_STORE_URL',
  'OBJECT_STORE_ACCESS_KEY',
  'OBJECT_STORE_SECRET_KEY',
  'OBJECT_STORE_REGION',
  'MEDIA_PUBLIC_URL',
  'PHOTOS_KEPT_DAYS',
  'TICKS_KEPT_DAYS',
  'VAPID_KEY',
  'VAPID_SUBJECT',
  'PUSH_HOSTS',
  'WECHAT_APP_ID',
  'WECHAT_APP_SECRET',
  'FEED',
  'FEED_SYMBOLS',
  'FEED_JUMP_BP',
  'FEED_UNSIGNED',
  'FEED_BINANCE_URL',
  'FEED_BINANCE_HISTORY_URL',
  'FEED_OKX_URL',
  'FEED_OKX_HISTORY_URL',
  'PYTH_URL',
  'PYTH_API_KEY',
  'PYTH_SIGNERS',
  'DEPOSIT_CHANNELS',
  'DEPOSIT_SECRET_<ID>',
  'DEPOSIT_PRESETS',
  'DEPOSIT_EXPIRY_HOURS',
  'WITHDRAWAL_MIN',
  'WITHDRAWAL_MAX',
  'WITHDRAWAL_DAILY_LIMIT',
  'WITHDRAWAL_FEE',
  'WITHDRAWAL_FEE_BP',
  'WITHDRAWAL_SECOND_FACTOR',
  'WITHDRAWAL_ARRIVAL_HOURS',
  'OPS_CAP',
  'OPS_SECOND_ACTOR_FROM',
  'OPS_KEY',
  'SAVINGS_DEPOSIT_MIN',
  'SAVINGS_DEPOSIT_MAX',
  'SAVINGS_TRANSFER_OUT_DAILY',
  'SAVINGS_DEPOSITS_PER_DAY',
  'SAVINGS_TRANSFERS_OUT_PER_DAY',
] as const

const KNOWN = new Set<string>(SETTING_NAMES)
const CHANNEL_SECRET = /^DEPOSIT_SECRET_[A-Z0-9_]{2,32}$/
/** A name that starts so is meant for this server: nothing else on a machine uses these prefixes. */
const OURS =
  /^(FEED|PYTH|DEPOSIT|WITHDRAWAL|SAVINGS|OPS|AUDITOR|OBJECT_STORE|PROOF|SIGNER|SEALING|WITNESSES|VAPID|PUSH|WECHAT)_/
const FILE = '_FILE'

const isSetting = (name: string) => KNOWN.has(name) || CHANNEL_SECRET.test(name)

/** Settings whose value nobody else may read; addresses among them have a password in them. */
const SECRETS = new Set<string>([
  'DATABASE_URL',
  'OPS_DATABASE_URL',
  'AUDITOR_DATABASE_URL',
  'ARCHIVER_DATABASE_URL',
  'BUS_URL',
  'SEALING_KEY',
  'PROOF_KEY',
  'VAPID_KEY',
  'METRICS_TOKEN',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'OBJECT_STORE_ACCESS_KEY',
  'OBJECT_STORE_SECRET_KEY',
  'PYTH_API_KEY',
  'WECHAT_APP_SECRET',
  'OPS_KEY',
])

/** Takes the secrets that have been read out of an environment: neither a child nor a report of a crash gets them from there. */
export function forgetSecrets(env: Env): void {
  for (const name of Object.keys(env)) if (SECRETS.has(name) || CHANNEL_SECRET.test(name)) delete env[name]
}

/** How many letters have to be typed, left out, changed or swapped with their neighbor to make `right` of `left`. */
function typingErrors(left: string, right: string): number {
  let before: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i++) {
    const row = [i]
    for (let j = 1; j <= right.length; j++) {
      const isSame = left[i - 1] === right[j - 1]
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      const least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      row.push(isSwapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least)
    }
    before = last
    last = row
  }
  return last[right.length] ?? left.length
}

/** Kubernetes and Docker use such names for the addresses of other services. */
const OF_A_SERVICE = /_(HOST|PORT)$|_(SERVICE|PORT)_/

/** More of them make another name. */
const ERRORS_MAX = 2

/** The setting that was probably meant; a short name has to be nearly right, as other programs have short ones too. */
function meantBy(name: string): string | undefined {
  if (OF_A_SERVICE.test(name)) return undefined
  // Names that are longer or shorter by more need no look: all of them would take a third of a second of each start.
  const [nearest] = SETTING_NAMES.filter((known) => Math.abs(known.length - name.length) <= ERRORS_MAX)
    .map((known) => ({ known, errors: typingErrors(name, known) }))
    .sort((one, other) => one.errors - other.errors)
  return nearest && nearest.errors <= (nearest.known.length < 8 ? 1 : ERRORS_MAX) ? nearest.known : undefined
}

/** One sentence for each name in the environment that looks like a setting and is none. */
export function misspeltSettings(env: Env): string[] {
  return Object.keys(env).flatMap((given) => {
    const name = given.endsWith(FILE) ? given.slice(0, -FILE.length) : given
    if (isSetting(name) || !/^[A-Z][A-Z0-9_]*$/.test(name)) return []
    const meant = meantBy(name)
    if (meant !== undefined) return [`${given} is not a setting: did you mean ${meant}?`]
    return OURS.test(name) ? [`${given} is not a setting: OPERATIONS.md lists them.`] : []
  })
}

function readSecret(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'no reason given'
    throw new ConfigError(`${name} names a file that cannot be read (${why}).`)
  }
}

/**
 * The environment with the content of files in the place of `<setting>_FILE`, so that a secret need not be in it. Throws
 * `ConfigError` for a file that cannot be read, and for a setting that is given both ways.
 */
export function withSettingsOfFiles(env: Env): Env {
  const whole: Env = { ...env }
  for (const [given, path] of Object.entries(env)) {
    const name = given.slice(0, -FILE.length)
    if (!given.endsWith(FILE) || !isSetting(name) || !path?.trim()) continue
    if (env[name]?.trim()) throw new ConfigError(`${name} and ${given} are both set: one of them has to go.`)
    whole[name] = readSecret(given, path.trim())
  }
  return whole
}
