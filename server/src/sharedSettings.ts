import { createHash, createPublicKey } from 'node:crypto'
import type { NodeSettings } from './cluster/nodeAgreement'
import type { Config } from './config'
import { sealingKeyName } from './shared/sealing'

const hashOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? String(each) : each)) ?? '')
    .digest('hex')
    .slice(0, 16)

/** What other nodes have to know of this one's settings. */
export function settingsToAgreeOn(config: Config): NodeSettings {
  const { feeds, objectStore, proofKeys } = config
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
      RECORDS_KEPT_DAYS: String(config.recordsKeptDays),
      BUS_URL: hashOf(config.busUrl ?? null),
      PRODUCT_NOTICE_MINUTES: String(config.productNoticeMs / 60_000),
    },
    terms: {
      APP_NAME: config.appName,
      BLOCKED_COUNTRIES: [...config.blockedCountries].sort().join(),
      'DEPOSIT_…': hashOf(config.deposits),
      'WITHDRAWAL_…': hashOf(config.withdrawals),
      'SAVINGS_…': hashOf(config.savings),
      'ORDERS_PER_MINUTE, OPEN_STAKES_MAX': hashOf(config.orderLimits),
      'OPS_…': hashOf(config.operator),
      VAPID_KEY: config.push?.publicKey ?? 'none',
      'WITNESSES…': hashOf([config.witnesses, config.witnessesNeeded]),
    },
    proof:
      proofKeys.length === 0 ? ['own'] : proofKeys.map((key) => hashOf(createPublicKey(key).export({ format: 'jwk' }))),
    sealing: config.sealingKeys.map(sealingKeyName),
  }
}
