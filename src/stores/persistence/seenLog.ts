import type { SeenLog } from '../../../proof/seenLog'
import { readJson, writeJson } from '../../platform/storage'
import { isSeenCheckpoint } from './fetchedCheckpoints'

const KEY = 'seenLog'
const VERSION = 1

function parse(value: unknown): SeenLog | undefined {
  const { origin, size, root, keys, checkpoint } = (value ?? {}) as Partial<SeenLog>
  const isWhole =
    [origin, root].every((text) => typeof text === 'string') &&
    typeof size === 'number' &&
    isSeenCheckpoint(checkpoint) &&
    Array.isArray(keys) &&
    keys.every((key) => typeof key === 'string')
  return isWhole ? (value as SeenLog) : undefined
}

/** The newest checkpoint that this device has fetched: each order that it signs names it (docs/PROOF_DESIGN.md, "Ask"). */
export const keptSeenLog = {
  read: (): SeenLog | undefined => readJson(KEY, VERSION, parse),
  write: (log: SeenLog): void => {
    writeJson(KEY, VERSION, log)
  },
}
