import type { SeenCheckpoint } from '../../../proof/time'
import { readJson, writeJson } from '../../platform/storage'
import { isSeenCheckpoint } from './fetchedCheckpoints'

const KEY = 'splitLog'
const VERSION = 1

/** Two signed checkpoints of one log, of which the second does not continue the first. */
export interface KeptSplit {
  before: SeenCheckpoint
  after: SeenCheckpoint
}

function parse(value: unknown): KeptSplit | undefined {
  const { before, after } = (value ?? {}) as Partial<KeptSplit>
  return isSeenCheckpoint(before) && isSeenCheckpoint(after) ? { before, after } : undefined
}

/** The proof that this device was shown two logs, until its user has read it. */
export const keptSplit = {
  read: (): KeptSplit | undefined => readJson(KEY, VERSION, parse),
  write: (split: KeptSplit | undefined): void => {
    writeJson(KEY, VERSION, split ?? null)
  },
}
