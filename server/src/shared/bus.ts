import type { ChangeTopic } from '../../../contract/limits'
import type { Order } from '../../../contract/orders'

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
  | { type: 'session_ended'; sessionId: string }

type Listener<K extends BusEvent['type']> = (event: Extract<BusEvent, { type: K }>) => void

/** Events between the parts of the product. They only make things prompt: nothing is lost for good when an event is. */
export interface Bus {
  /** To everybody: the listeners of this process at once, other nodes if there is a relay. Never waits. */
  publish(event: BusEvent): void
  /** To the listeners of this process only: for events that each node finds by itself, or received from another one. */
  deliver(event: BusEvent): void
  /** Returns the function that ends the subscription. */
  subscribe<K extends BusEvent['type']>(type: K, listener: Listener<K>): () => void
}

/** Carries events to other nodes. It must not throw, and not wait. */
export type SendToOthers = (event: BusEvent) => void

export function createBus(onError: (error: unknown) => void, sendToOthers: SendToOthers = () => undefined): Bus {
  const listeners = new Map<BusEvent['type'], Set<(event: never) => void>>()

  function deliver(event: BusEvent) {
    for (const listener of listeners.get(event.type) ?? []) {
      try {
        listener(event as never)
      } catch (error) {
        onError(error)
      }
    }
  }

  return {
    publish(event) {
      sendToOthers(event)
      deliver(event)
    },
    deliver,
    subscribe(type, listener) {
      const set = listeners.get(type) ?? new Set()
      listeners.set(type, set)
      set.add(listener)
      return () => set.delete(listener)
    },
  }
}
