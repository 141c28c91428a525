import { readJson, writeJson } from '../platform/storage'

/**
 * A deposit or withdrawal that was sent and whose answer is not known. Kept on the device from before it is sent until
 * its fate is known, so that neither a lost answer nor a closed app makes it twice or loses it. No password stands in it.
 */
export interface MoneyIntent {
  /** Whose it is: another user of this device must not see it. */
  account: string
  kind: 'deposit' | 'withdrawal'
  id: string
  /** Decimal string. */
  amount: string
  /** Last time it was sent, epoch ms of the device. */
  sentAt: number
  /** `notMade`: the server never got it. */
  state: 'sending' | 'checking' | 'notMade'
}

const KEY = 'moneyIntents'
const VERSION = 1
const MAX = 20
const STATES: readonly unknown[] = ['sending', 'checking', 'notMade']

function isIntent(entry: unknown): entry is MoneyIntent {
  if (typeof entry !== 'object' || entry === null) return false
  const { account, kind, id, amount, sentAt, state } = entry as Partial<MoneyIntent>
  return (
    typeof account === 'string' &&
    (kind === 'deposit' || kind === 'withdrawal') &&
    typeof id === 'string' &&
    typeof amount === 'string' &&
    typeof sentAt === 'number' &&
    STATES.includes(state)
  )
}

/** Everybody's of this device. */
export function readMoneyIntents(): MoneyIntent[] {
  return readJson(KEY, VERSION, (value) => (Array.isArray(value) ? value.filter(isIntent) : undefined)) ?? []
}

/** False where the device refuses to keep them. */
export function writeMoneyIntents(intents: readonly MoneyIntent[]): boolean {
  return writeJson(KEY, VERSION, intents.slice(-MAX))
}
