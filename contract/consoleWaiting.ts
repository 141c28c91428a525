import Type, { type Static } from 'typebox'
import { closed, Instant, MoneyText, nullable } from './common'
import { QUEUES } from './console'
import { Claim } from './consoleMoney'

/** What waits for staff, for the console's menu. */

/** A queue counts no more waiting items than this. */
export const WAITING_MAX = 1_000

/** `payees`: names of payees that two people decide on. `statements`: deposits under review that a line of an imported bank statement pays, so that they can be credited. */
export const WAITING_KINDS = [...QUEUES, 'payees', 'statements', 'proposals'] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

export const WaitingQueue = closed({
  queue: Type.Enum([...WAITING_KINDS]),
  /** At `WAITING_MAX` there may be more; the other figures are those of the longest waiting ones. */
  count: Type.Integer({ minimum: 0, maximum: WAITING_MAX }),
  /** Sum, for queues of money. */
  amount: nullable(MoneyText),
  oldestAt: nullable(Instant),
  /** When the first of them should be done. */
  dueAt: nullable(Instant),
})
export type WaitingQueue = Static<typeof WaitingQueue>

/** The most items on a person's desk. */
export const DESK_MAX = 30

/** An item of a queue, as far as its line on a desk needs. */
export const DeskItem = closed({
  queue: Type.Enum([...QUEUES]),
  key: Type.String(),
  account: Type.String(),
  /** What comes or goes out; null in a queue without money. */
  amount: nullable(MoneyText),
  since: Instant,
  dueAt: Instant,
  claim: Claim,
})
export type DeskItem = Static<typeof DeskItem>

/** One's own claims, then what is due first and free; and how much one has decided, proposed or refused today (UTC). */
export const Desk = closed({
  items: Type.Array(DeskItem, { maxItems: DESK_MAX }),
  doneToday: Type.Integer({ minimum: 0 }),
})
export type Desk = Static<typeof Desk>
