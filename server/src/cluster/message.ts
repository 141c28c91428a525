import Type from 'typebox'
import Schema from 'typebox/schema'
import { CHANGE_TOPICS } from '../../../contract/limits'
import { Order } from '../../../contract/orders'
import type { BusEvent } from '../shared/bus'

/**
 * Messages between nodes. A node applies the events it understands and ignores the rest: versions may differ for a
 * while.
 */
const UserId = Type.String({ pattern: '^\\d{1,18}$' })
const Wire = Type.Union([
  Type.Object({
    type: Type.Literal('ticks'),
    ticks: Type.Array(
      Type.Object({
        productId: Type.Integer(),
        symbol: Type.String(),
        sequence: Type.Integer(),
        atMs: Type.Integer(),
        price: Type.String(),
        size: Type.String(),
      }),
    ),
  }),
  Type.Object({ type: Type.Literal('orders'), userId: UserId, orders: Type.Array(Order) }),
  Type.Object({ type: Type.Literal('balances'), userId: UserId }),
  Type.Object({
    type: Type.Literal('changed'),
    userId: UserId,
    topics: Type.Array(Type.Enum([...CHANGE_TOPICS])),
  }),
  Type.Object({ type: Type.Literal('session_ended'), sessionId: Type.String() }),
])
type Wire = Type.Static<typeof Wire>

const wireCheck = Schema.Compile(
  Type.Object({ from: Type.String(), number: Type.Integer(), events: Type.Array(Type.Unknown()) }),
)
const eventCheck = Schema.Compile(Wire)

export interface NodeMessage {
  from: string
  /** Counts the messages of one sender: a gap means missed events. */
  number: number
  events: BusEvent[]
}

/** False for what other nodes find out by themselves: each watches opening hours and maintenance on its own. */
export const isForOthers = (event: BusEvent) => event.type !== 'product'

export function encodeMessage({ from, number, events }: NodeMessage): string {
  const wire = events.map((event) => ('userId' in event ? { ...event, userId: String(event.userId) } : event))
  return JSON.stringify({ from, number, events: wire })
}

const toEvent = (event: Wire): BusEvent => ('userId' in event ? { ...event, userId: BigInt(event.userId) } : event)

/** Undefined for a message of another version, or no message at all. Events that this version does not know are left out. */
export function decodeMessage(text: string): NodeMessage | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!wireCheck.Check(value)) return undefined
    const { from, number, events } = value
    return { from, number, events: events.filter((event) => eventCheck.Check(event)).map(toEvent) }
  } catch {
    return undefined
  }
}
