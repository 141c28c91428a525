import type { PlaceOrder } from '../../contract/orders'
import { readJson, writeJson } from '../platform/storage'

/**
 * An order that was sent and whose answer has not come yet. Kept on the device from before it is sent until its fate is
 * known, so that neither a lost answer nor a closed app loses an order.
 */
export interface OrderIntent {
  /** Whose order it is: another user of this device must not see it. */
  account: string
  order: PlaceOrder
  /** Last time it was sent, epoch ms of the device. */
  sentAt: number
  /** `notPlaced`: the server never got it. */
  state: 'checking' | 'notPlaced'
}

const KEY = 'orderIntents'
const VERSION = 1
const MAX = 20

function parse(value: unknown): OrderIntent[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.filter(
    (entry): entry is OrderIntent =>
      typeof entry === 'object' &&
      entry !== null &&
      typeof entry.account === 'string' &&
      typeof entry.order?.id === 'string' &&
      typeof entry.order.symbol === 'string' &&
      typeof entry.sentAt === 'number',
  )
}

export function readIntents(): OrderIntent[] {
  return readJson(KEY, VERSION, parse) ?? []
}

/** False where the device refuses to keep them. */
export function writeIntents(intents: readonly OrderIntent[]): boolean {
  return writeJson(KEY, VERSION, intents.slice(-MAX))
}
