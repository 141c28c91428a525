import type { MoveSavings } from '../../contract/savings'
import { readJson, writeJson } from '../platform/storage'

export type SavingsDirection = 'in' | 'out'

/**
 * A transfer into or out of savings that was sent and whose answer is not known. Kept on the device from before it is
 * sent until its fate is known, so that neither a lost answer nor a closed app makes it twice or loses it.
 */
export interface SavingsIntent {
  /** Whose it is: another user of this device must not see it. */
  account: string
  direction: SavingsDirection
  move: MoveSavings
  /** Last time it was sent, epoch ms of the device. */
  sentAt: number
  /** `notMade`: the server never got it. */
  state: 'sending' | 'checking' | 'notMade'
}

const KEY = 'savingsIntents'
const VERSION = 1
const MAX = 20

function isIntent(entry: unknown): entry is SavingsIntent {
  if (typeof entry !== 'object' || entry === null) return false
  const { account, direction, move, sentAt } = entry as Partial<SavingsIntent>
  return (
    typeof account === 'string' &&
    (direction === 'in' || direction === 'out') &&
    typeof move?.id === 'string' &&
    typeof move.amount === 'string' &&
    typeof sentAt === 'number'
  )
}

/** Everybody's of this device. */
export function readSavingsIntents(): SavingsIntent[] {
  return readJson(KEY, VERSION, (value) => (Array.isArray(value) ? value.filter(isIntent) : undefined)) ?? []
}

/** False where the device refuses to keep them. */
export function writeSavingsIntents(intents: readonly SavingsIntent[]): boolean {
  return writeJson(KEY, VERSION, intents.slice(-MAX))
}
