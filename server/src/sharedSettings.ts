import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import type { NodeSettings } from './cluster/nodeAgreement'
import type { Config } from './config'
import { assert } from './shared/assert'
import { sealingKeyName } from './shared/sealing'

/** JSON leaves out some values without a word, and settings that differ in one of these would look alike. */
function writable(_key: string, value: unknown): unknown {
  const isLeftOut = typeof value === 'function' || value instanceof Map || value instanceof Set
  assert(!isLeftOut, 'a setting that nodes compare is made of plain values')
  return typeof value === 'bigint' ? String(value) : value
}

const hashOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value, writable) ?? '')
    .digest('hex')
    .slice(0, 16)

const SAMPLE = { reference: 'FD-0000000000', amount: 100n }

/** A channel keeps its account, address and secret to itself, so nodes compare what it would tell a user. */
const channelsOf = ({ deposits, currency }: Config) =>
  deposits.channels.map((channel) => ({
    ...channel,
    instructions: channel.instructions(SAMPLE, currency),
    isGenuine: undefined,
  }))

const nameOf = (key: KeyObject) => hashOf(createPublicKey(key).export({ format: 'jwk' }))
const nameOfPublic = (key: Buffer) => hashOf({ crv: 'Ed25519', x: key.toString('base64url'), kty: 'OKP' })

/**
 * The settings of this node that other nodes have to know.
 * @param remoteKeys public keys of a signer that this node has them from
 */
export function settingsToAgreeOn(config: Config, remoteKeys: readonly Buffer[] = []): NodeSettings {
  const { feeds, objectStore, proofKeys } = config
  const keys = config.signer ? remoteKeys.map(nameOfPublic) : proofKeys.map(nameOf)
  // Folders have names of their machine: whether they are the same one cannot be told from here.
  const place = objectStore.kind === 's3' ? [objectStore.endpoint, objectStore.bucket, objectStore.prefix] : 'folder'
  return {
    alike: {
      FUNDS: config.funds,
      CURRENCY: config.currency.code,
      FEED: config.feed,
      'FEED_…': hashOf(feeds),
      PROOF_ORIGIN: config.proofOrigin,
      OBJECT_STORE_URL: hashOf(place),
      TICKS_KEPT_DAYS: String(config.ticksKeptDays),
      BUS_URL: hashOf(config.busUrl ?? null),
      PRODUCT_NOTICE_MINUTES: String(config.productNoticeMs / 60_000),
    },
    terms: {
      APP_NAME: config.appName,
      PUBLIC_ORIGIN: config.publicOrigin ?? 'none',
      KEFU_URL: config.kefuUrl ?? 'none',
      OPENING_CODE_CONTACT: config.codeContact ?? 'none',
      EXAMPLE_ORDERS: String(config.exampleOrders),
      PHOTOS_KEPT_DAYS: String(config.photosKeptDays),
      BLOCKED_COUNTRIES: [...config.blockedCountries].sort().join(),
      'DEPOSIT_…': hashOf({ ...config.deposits, channels: channelsOf(config) }),
      'WITHDRAWAL_…': hashOf(config.withdrawals),
      'SAVINGS_…': hashOf(config.savings),
      'ORDERS_PER_MINUTE, OPEN_STAKES_MAX': hashOf(config.orderLimits),
      'OPS_…': hashOf(config.operator),
      VAPID_KEY: config.push?.publicKey ?? 'none',
      WECHAT_APP_ID: config.wechat?.appId ?? 'none',
      TIME_STAMP_URL: config.timeStampUrl ?? 'none',
      TIME_STAMP_CALENDARS: config.calendarUrls.join(',') || 'none',
      'WITNESSES…': hashOf([config.witnesses, config.witnessesNeeded]),
    },
    proof: keys.length === 0 ? ['own'] : keys,
    sealing: config.sealingKeys.map(sealingKeyName),
  }
}
