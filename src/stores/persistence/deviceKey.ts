import { readJson, writeJson } from '../../platform/storage'

const KEY = 'deviceKey'
const VERSION = 1
const SEED = /^[0-9a-f]{64}$/

/**
 * The secret with which this device signs its orders (docs/PROOF_DESIGN.md, "Ask"): 32 bytes, hex. It is made here once, outlives a
 * logout and goes nowhere; the service is told the public key alone.
 */
export const keptDeviceKey = {
  read: (): string | undefined =>
    readJson(KEY, VERSION, (value) => (typeof value === 'string' && SEED.test(value) ? value : undefined)),
  write: (seed: string): void => {
    writeJson(KEY, VERSION, seed)
  },
}
