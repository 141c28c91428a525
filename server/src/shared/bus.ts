import type { Order } from '../../../contract/orders'
import type { ChangeTopic } from '../../../contract/stream'

/** One tick as it was appended to the log. */
export interface BusTick {
  productId: number
  symbol: string
  sequence: number
  atMs: number
  price: string
  size: string
}

export type BusEvent =
  | { type: 'ticks'; ticks: BusTick[] }
  | { type: 'orders'; userId: bigint; orders: Order[] }
  | { type: 'balances'; userId: bigint }
  | { type: 'product'; symbol: string }
  | { type: 'changed'; userId: bigint; topics: ChangeTopic[] }

type Listener<K extends BusEvent['type']> = (event: Extract<BusEvent, { type: K }>) => void

/** News inside one process. It only makes things prompt: nothing is lost for good when a message is. */
export interface Bus {
  publish(event: BusEvent): void
  /** Returns the function that ends the subscription. */
  subscribe<K extends BusEvent['type']>(type: K, listener: Listener<K>): () => void
}

export function createBus(onError: (error: unknown) => void): Bus {
  const listeners = new Map<BusEvent['type'], Set<(event: never) => void>>()
  return {
    publish(event) {
      for (const listener of listeners.get(event.type) ?? []) {
        try {
          listener(event as never)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(type, listener) {
      const set = listeners.get(type) ?? new Set()
      listeners.set(type, set)
      set.add(listener)
      return () => set.delete(listener)
    },
  }
}
