import type { AskedOrder } from '../../../proof/ask'
import { readJson, writeJson } from '../../platform/storage'

export type SavingsDirection = 'in' | 'out'

/** The device's record of a request in addition to its id, by kind: enough to show it, and no password. */
export interface IntentBodies {
  order: Omit<AskedOrder, 'id'>
  /** `amount` is a decimal string, also below. */
  deposit: { amount: string }
  withdrawal: { amount: string }
  savings: { direction: SavingsDirection; amount: string }
}

export type IntentKind = keyof IntentBodies

/**
 * An order, a deposit, a withdrawal or a savings transfer whose answer is not known. The device stores a request before
 * sending it, and keeps it until its outcome is known, so that neither a lost response nor a closed app repeats or
 * loses it.
 */
export interface Intent<K extends IntentKind = IntentKind> {
  kind: K
  /** Whose it is: another user of this device must not see it. */
  account: string
  id: string
  /** Last time it was sent, epoch ms of the device. */
  sentAt: number
  /** `notMade`: the server says that it never received it; `dismissed`: the user has read that. */
  state: 'sending' | 'checking' | 'notMade' | 'dismissed'
  body: IntentBodies[K]
}

export interface IntentStorage {
  /** The intents of all users of this device. */
  read(): Intent[]
  /** False if the device refuses to keep them. */
  write(intents: readonly Intent[]): boolean
}

const KEY = 'intents'
const VERSION = 1
/** Most intents of one kind; the newest are kept. */
const MAX = 20
const STATES: readonly unknown[] = ['sending', 'checking', 'notMade', 'dismissed']

const texts = (record: object, ...names: string[]): boolean =>
  names.every((name) => typeof Reflect.get(record, name) === 'string')

const IS_BODY: Record<IntentKind, (body: object) => boolean> = {
  order: (body) => texts(body, 'symbol', 'direction', 'stake', 'origin'),
  deposit: (body) => texts(body, 'amount'),
  withdrawal: (body) => texts(body, 'amount'),
  savings: (body) => texts(body, 'amount') && ['in', 'out'].includes(Reflect.get(body, 'direction')),
}

const isKind = (kind: unknown): kind is IntentKind => typeof kind === 'string' && Object.keys(IS_BODY).includes(kind)

function isIntent(entry: unknown): entry is Intent {
  if (typeof entry !== 'object' || entry === null) return false
  const { kind, sentAt, state, body } = entry as Partial<Intent>
  if (!isKind(kind) || typeof body !== 'object' || body === null) return false
  return texts(entry, 'account', 'id') && typeof sentAt === 'number' && STATES.includes(state) && IS_BODY[kind](body)
}

/** The newest of each kind, in the original order. */
function newest(intents: readonly Intent[]): Intent[] {
  const counts = new Map<IntentKind, number>()
  const kept = [...intents].reverse().filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= MAX
  })
  return kept.reverse()
}

export const deviceIntents: IntentStorage = {
  read: () => readJson(KEY, VERSION, (value) => (Array.isArray(value) ? value.filter(isIntent) : undefined)) ?? [],
  write: (intents) => writeJson(KEY, VERSION, newest(intents)),
}
