import type { KeyObject } from 'node:crypto'
import { Gauge } from 'prom-client'
import type { Log } from '../shared/log'
import type { Metrics } from '../shared/metrics'
import { createRemoteKeys } from './remoteSigner'
import { createHeldKeys, type KeySource } from './signer'
import type { SignerSettings } from './signerSettings'

/** The keys of this process, or of the signer that SIGNER_URL names. */
export function createKeySource(deps: {
  config: { proofKeys: readonly KeyObject[]; dataDir: string; signer: SignerSettings | undefined }
  log: Log
  metrics: Metrics
}): KeySource {
  const { config, log, metrics } = deps
  if (!config.signer) return createHeldKeys(config)
  const connected = new Gauge({
    name: 'fairtick_signer_connected',
    help: '1 while the process that holds the signing keys answers, 0 while it does not',
    registers: [metrics.registry],
  })
  return createRemoteKeys(config.signer, log, (isThere) => connected.set(isThere ? 1 : 0))
}
