import type { SeenCheckpoint } from '../../../proof/time'
import { readJson, writeJson } from '../../platform/storage'

const KEY = 'fetchedCheckpoints'
const VERSION = 1

export function isSeenCheckpoint(value: unknown): value is SeenCheckpoint {
  const { asked, at, text } = (value ?? {}) as Partial<SeenCheckpoint>
  return typeof asked === 'number' && typeof at === 'number' && typeof text === 'string'
}

/** The checkpoints that this device has fetched lately while orders ran, some 300 bytes each. */
export const fetchedCheckpoints = {
  read: (): SeenCheckpoint[] =>
    readJson(KEY, VERSION, (value) => (Array.isArray(value) ? value.filter(isSeenCheckpoint) : undefined)) ?? [],
  write(all: readonly SeenCheckpoint[]): void {
    writeJson(KEY, VERSION, all)
  },
}
