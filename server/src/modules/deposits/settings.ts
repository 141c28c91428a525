import type { DepositChannel } from '../../../../contract/deposits'
import { ConfigError, type Env, integer } from '../../shared/env'
import { parseMoney } from '../../shared/money'
import { type Chain, readAddress } from '../../shared/payoutAddress'
import { type Funds, withinCap } from '../../shared/settings'

interface ChannelBase {
  id: string
  /** The operator's own name of it; null lets the client name the kind. */
  label: string | null
  /** Minor units. */
  minimum: bigint
  maximum: bigint
}

type OwnSettings =
  | { kind: 'demo' }
  | { kind: 'bank'; payee: string; bank: string; accountNumber: string; note: string | null }
  | { kind: 'currency'; chain: Chain; address: string; note: string | null }
  | { kind: 'gateway'; payUrl: string; secrets: readonly [string, ...string[]] }

/** One way to deposit. What is in it is shown to users, but for the secret. */
export type ChannelSettings = ChannelBase & OwnSettings

/** Everything about deposits that differs between two installations. Amounts in minor units. */
export interface DepositSettings {
  channels: readonly ChannelSettings[]
  presets: readonly bigint[]
  expiryMs: number
}

type Fields = Record<string, unknown>

const ID = /^[a-z0-9-]{2,32}$/
const SECRET_MIN = 32
const CHANNELS_MAX = 20

function textOf(fields: Fields, name: string, where: string, max: number): string {
  const value = fields[name]
  if (typeof value === 'string' && value.trim() !== '' && value.length <= max) return value.trim()
  throw new ConfigError(`${where} needs "${name}", a text of at most ${max} characters.`)
}

const optionalText = (fields: Fields, name: string, where: string, max: number) =>
  fields[name] === undefined ? null : textOf(fields, name, where, max)

function amountOf(fields: Fields, name: string, where: string, scale: number): bigint {
  const value = fields[name]
  const amount = typeof value === 'string' ? parseMoney(value, scale) : undefined
  if (amount !== undefined && amount > 0n) return amount
  throw new ConfigError(`${where} needs "${name}", an amount such as "10.00".`)
}

function chainOf(fields: Fields, where: string): { chain: Chain; address: string } {
  const { chain } = fields
  if (chain !== 'BTC' && chain !== 'ETH' && chain !== 'TRON') {
    throw new ConfigError(`${where} needs "chain", one of BTC, ETH, TRON.`)
  }
  const address = readAddress(chain, textOf(fields, 'address', where, 120))
  if (address === undefined) throw new ConfigError(`${where} has an "address" that is not one of ${chain}.`)
  return { chain, address }
}

/** What a channel is read from. */
interface Given {
  fields: Fields
  id: string
  /** Begins each sentence about it. */
  where: string
  secretOf: (variable: string) => string | undefined
}

function gatewayOf({ fields, id, where, secretOf }: Given) {
  const payUrl = textOf(fields, 'payUrl', where, 250)
  if (!URL.canParse(payUrl) || new URL(payUrl).protocol !== 'https:') {
    throw new ConfigError(`${where} needs "payUrl", an address that starts with https://.`)
  }
  const variable = `DEPOSIT_SECRET_${id.toUpperCase().replaceAll('-', '_')}`
  // While a secret is changed there are two: the first signs, both are believed.
  const [secret = '', ...others] = (secretOf(variable) ?? '').split(',').map((text) => text.trim())
  if ([secret, ...others].some(({ length }) => length < SECRET_MIN) || others.length > 1) {
    throw new ConfigError(
      `${where} needs ${variable}, a secret of at least ${SECRET_MIN} characters, or two with a comma between.`,
    )
  }
  return { payUrl, secrets: [secret, ...others] as const }
}

const noteOf = ({ fields, where }: Given) => optionalText(fields, 'note', where, 300)

type SetKind = Exclude<DepositChannel['kind'], 'demo'>

/** The kinds that an operator can set up: their fields, and how these are read. */
const KINDS: {
  [K in SetKind]: { fields: readonly string[]; read(given: Given): Extract<OwnSettings, { kind: K }> }
} = {
  bank: {
    fields: ['payee', 'bank', 'accountNumber', 'note'],
    read: (given) => ({
      kind: 'bank',
      note: noteOf(given),
      payee: textOf(given.fields, 'payee', given.where, 120),
      bank: textOf(given.fields, 'bank', given.where, 120),
      accountNumber: textOf(given.fields, 'accountNumber', given.where, 60),
    }),
  },
  currency: {
    fields: ['chain', 'address', 'note'],
    read: (given) => ({ kind: 'currency', note: noteOf(given), ...chainOf(given.fields, given.where) }),
  },
  gateway: { fields: ['payUrl'], read: (given) => ({ kind: 'gateway', ...gatewayOf(given) }) },
}

const isSetKind = (kind: unknown): kind is SetKind => typeof kind === 'string' && Object.hasOwn(KINDS, kind)

function channelOf(fields: Fields, scale: number, secretOf: Given['secretOf']): ChannelSettings {
  const { id, kind } = fields
  if (typeof id !== 'string' || !ID.test(id)) {
    throw new ConfigError('DEPOSIT_CHANNELS has a channel whose "id" is not 2 to 32 of a-z, 0-9 and "-".')
  }
  const where = `The channel "${id}" of DEPOSIT_CHANNELS`
  if (!isSetKind(kind)) throw new ConfigError(`${where} needs "kind", one of ${Object.keys(KINDS).join(', ')}.`)
  const known = ['id', 'kind', 'label', 'minimum', 'maximum', ...KINDS[kind].fields]
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new ConfigError(`${where} has "${unknown}", which is not one of ${known.join(', ')}.`)
  const base = {
    id,
    label: optionalText(fields, 'label', where, 60),
    minimum: amountOf(fields, 'minimum', where, scale),
    maximum: amountOf(fields, 'maximum', where, scale),
  }
  if (base.minimum > base.maximum) throw new ConfigError(`${where} has a "minimum" above its "maximum".`)
  return { ...base, ...KINDS[kind].read({ fields, id, where, secretOf }) }
}

/** What a demo installation offers. Nobody has the key of the address: it is made from the SHA-256 of "Fairtick demo deposits". */
function demoChannels(unit: bigint, maximum: bigint): ChannelSettings[] {
  const minimum = 10n * unit < maximum ? 10n * unit : maximum
  const limits = { label: null, minimum, maximum, note: null }
  return [
    {
      kind: 'bank',
      id: 'bank',
      ...limits,
      payee: 'Fairtick Demo',
      bank: 'Demo Bank',
      accountNumber: '0000 0000 0000 0000',
    },
    { kind: 'currency', id: 'tron', ...limits, chain: 'TRON', address: 'TSaQxrBZkKc8NSFtHxwiBtzLUk5KR9czQW' },
  ]
}

/**
 * The channels of `DEPOSIT_CHANNELS`, a JSON array; `demo` comes first wherever funds are not live. Throws
 * `ConfigError` with one sentence for the person who starts the server.
 */
export function readChannels(
  text: string | undefined,
  options: {
    funds: Funds
    scale: number
    /** Of the channels that a demo installation has by itself, minor units. */
    demoMaximum: bigint
    secretOf: (variable: string) => string | undefined
  },
): ChannelSettings[] {
  const { funds, scale, demoMaximum, secretOf } = options
  const unit = 10n ** BigInt(scale)
  const demo: ChannelSettings[] =
    funds === 'live' ? [] : [{ kind: 'demo', id: 'demo', label: null, minimum: unit, maximum: 100_000n * unit }]
  if (!text?.trim()) return funds === 'live' ? [] : [...demo, ...demoChannels(unit, demoMaximum)]
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw new ConfigError('DEPOSIT_CHANNELS is not JSON.')
  }
  if (!Array.isArray(list) || list.length >= CHANNELS_MAX) {
    throw new ConfigError(`DEPOSIT_CHANNELS must be a list of fewer than ${CHANNELS_MAX} channels.`)
  }
  const channels = list.map((fields: unknown) => {
    if (typeof fields === 'object' && fields !== null) return channelOf({ ...fields }, scale, secretOf)
    throw new ConfigError('DEPOSIT_CHANNELS has something in it that is not a channel.')
  })
  const ids = [...demo, ...channels].map((channel) => channel.id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new ConfigError(`DEPOSIT_CHANNELS has the id "${twice}" twice.`)
  return [...demo, ...channels]
}

function presetsOf(env: Env, scale: number): bigint[] {
  const texts = (env.DEPOSIT_PRESETS?.trim() || '100.00,500.00,1000.00,5000.00').split(',')
  const presets = texts.map((text) => parseMoney(text.trim(), scale) ?? 0n)
  if (presets.length <= 8 && presets.every((preset) => preset > 0n)) return presets
  throw new ConfigError('DEPOSIT_PRESETS must be up to 8 amounts with commas between, for example 100.00,500.00.')
}

/**
 * Everything that begins with DEPOSIT_. Throws `ConfigError`.
 * @param cap minor units that one operator command may move: an operator has to be able to confirm what users may ask for
 */
export function readDepositSettings(env: Env, funds: Funds, scale: number, cap: bigint): DepositSettings {
  const demoMaximum = withinCap(cap, 50_000n, scale)
  const channels = readChannels(env.DEPOSIT_CHANNELS, {
    funds,
    scale,
    demoMaximum,
    secretOf: (variable) => env[variable],
  })
  const large = channels.find((each) => each.kind !== 'demo' && each.maximum > cap)
  if (large) throw new ConfigError(`The channel "${large.id}" of DEPOSIT_CHANNELS has a "maximum" above OPS_CAP.`)
  return {
    channels,
    presets: presetsOf(env, scale),
    expiryMs: integer(env, 'DEPOSIT_EXPIRY_HOURS', 1, 720, 72) * 3_600_000,
  }
}
