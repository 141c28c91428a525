import type { DepositKind } from '../../../../contract/depositKinds'
import { ConfigError, type Env, integer } from '../../shared/env'
import { parseMoney } from '../../shared/money'
import { type Funds, withinCap } from '../../shared/settings'
import { amountOf, type Fields, optionalText } from './fields'
import { type ChannelActions, type Given, KINDS } from './kinds'

/** One way to deposit. Amounts in minor units. */
export interface DepositChannel extends ChannelActions {
  id: string
  kind: DepositKind
  /** The operator's own name for it; null lets the client name the kind. */
  label: string | null
  minimum: bigint
  maximum: bigint
}

/** Everything about deposits that an installation configures. Amounts in minor units. */
export interface DepositSettings {
  channels: readonly DepositChannel[]
  presets: readonly bigint[]
  expiryMs: number
}

const ID = /^[a-z0-9-]{2,32}$/
const CHANNELS_MAX = 20

/** The kinds that an operator can configure. */
const isSetKind = (kind: unknown): kind is DepositKind =>
  typeof kind === 'string' && kind !== 'demo' && Object.hasOwn(KINDS, kind)

function channelOf(fields: Fields, scale: number, secretOf: Given['secretOf']): DepositChannel {
  const { id, kind } = fields
  if (typeof id !== 'string' || !ID.test(id)) {
    throw new ConfigError('DEPOSIT_CHANNELS has a channel whose "id" is not 2 to 32 of a-z, 0-9 and "-".')
  }
  const where = `The channel "${id}" of DEPOSIT_CHANNELS`
  if (!isSetKind(kind)) {
    throw new ConfigError(`${where} needs "kind", one of ${Object.keys(KINDS).filter(isSetKind).join(', ')}.`)
  }
  const known = ['id', 'kind', 'label', 'minimum', 'maximum', ...KINDS[kind].fields]
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new ConfigError(`${where} has "${unknown}", which is not one of ${known.join(', ')}.`)
  const minimum = amountOf(fields, 'minimum', where, scale)
  const maximum = amountOf(fields, 'maximum', where, scale)
  if (minimum > maximum) throw new ConfigError(`${where} has a "minimum" above its "maximum".`)
  const label = optionalText(fields, 'label', where, 60)
  return { id, kind, label, minimum, maximum, ...KINDS[kind].open({ fields, id, where, secretOf }) }
}

/** Nobody has a key to the address: it is derived from the SHA-256 of "Fairtick demo deposits". */
const DEMO_OFFER = [
  { id: 'bank', kind: 'bank', payee: 'Fairtick Demo', bank: 'Demo Bank', accountNumber: '0000 0000 0000 0000' },
  { id: 'tron', kind: 'currency', chain: 'TRON', address: 'TSaQxrBZkKc8NSFtHxwiBtzLUk5KR9czQW' },
] as const

/** A channel that needs no settings. */
function ownChannel(fields: { id: string; kind: DepositKind }, minimum: bigint, maximum: bigint): DepositChannel {
  const { id, kind } = fields
  const actions = KINDS[kind].open({ fields: { ...fields }, id, where: id, secretOf: () => undefined })
  return { id, kind, label: null, minimum, maximum, ...actions }
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
    /** For the channels that a demo installation has without settings; minor units. */
    demoMaximum: bigint
    secretOf: (variable: string) => string | undefined
  },
): DepositChannel[] {
  const { funds, scale, demoMaximum, secretOf } = options
  const unit = 10n ** BigInt(scale)
  const demo = funds === 'live' ? [] : [ownChannel({ id: 'demo', kind: 'demo' }, unit, 100_000n * unit)]
  if (!text?.trim()) {
    const minimum = 10n * unit < demoMaximum ? 10n * unit : demoMaximum
    return funds === 'live' ? [] : [...demo, ...DEMO_OFFER.map((each) => ownChannel(each, minimum, demoMaximum))]
  }
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
