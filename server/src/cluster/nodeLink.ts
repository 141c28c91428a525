import type { BusEvent } from '../shared/bus'

/** `off` on a single node. */
export type BusState = 'off' | 'ok' | 'lost'

/** Requests of a key in its window, and how long the window lasts. */
export interface Counted {
  current: number
  /** Milliseconds. */
  ttl: number
}

/**
 * The link to the other nodes: what any bus between them has to offer. A node also works without it: prices are then
 * read from the log, orders from the database, and each node limits requests by its own count.
 */
export interface NodeLink {
  state(): BusState
  /** Begins to connect, and waits a moment for it; an unreachable server does not delay the start. */
  start(): Promise<void>
  stop(): Promise<void>
  /** To the other nodes, at once or not at all. */
  send(event: BusEvent): void
  /** Handlers for events of other nodes, and for the loss of some of them; set before `start`. */
  listen(listener: (event: BusEvent) => void, onLoss?: () => void): void
  /** Counts one more request of `key` over all nodes; rejects when there is no answer within the link's patience. */
  count(key: string, windowMs: number): Promise<Counted>
}

export const NO_LINK: NodeLink = {
  state: () => 'off',
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  send: () => undefined,
  listen: () => undefined,
  count: () => Promise.reject(new Error('there are no other nodes')),
}
