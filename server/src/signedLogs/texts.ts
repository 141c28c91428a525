import type { GuessTerms } from '../../../contract/guess'
import type { PlaceOrder } from '../../../contract/orders'
import type { LogRestore, OrderTerms } from '../../../contract/proof'
import { leafText } from './leafFields'

/** The exact texts that are hashed and signed; docs/PROOF_FORMAT.md repeats them for verifiers. */

export interface LoggedTick {
  symbol: string
  sequence: number
  atMs: number
  price: string
  size: string
  source: string
  sourceAtMs: number
  /** The source's name of what it prices; `-` if it has none. */
  instrument: string
  /** The source's number of the trade. */
  trade: number | null
}

/** Leaf of a product's tree. */
export const tickText = (tick: LoggedTick): string => leafText('tick', { ...tick, trade: tick.trade ?? '-' })

export interface ProductState {
  symbol: string
  size: number
  /** No tick of this time or before it is ever appended after these `size`. */
  throughMs: number
  root: Buffer
}

/** Leaf of the tree over the products of one head. */
export const productText = ({ symbol, size, throughMs, root }: ProductState): string =>
  ['product', 2, symbol, size, throughMs, root.toString('hex')].join('|')

/** A log other than those of prices: `orders`, `settlements` and the like. */
export interface LogState {
  name: string
  size: number
  root: Buffer
}

/** Leaf of the tree over the logs of one head. */
export const logText = ({ name, size, root }: LogState): string =>
  ['log', 1, name, size, root.toString('hex')].join('|')

/** Leaf of the log of heads; the two roots are those over the products and over the other logs. */
export const headText = (head: { number: number; atMs: number; products: Buffer; logs: Buffer }): string =>
  leafText('head', { ...head, products: head.products.toString('hex'), logs: head.logs.toString('hex') })

/** The text that the house signs when it accepts an order, and the order's leaf in the orders log. */
export const acceptanceText = (terms: OrderTerms): string => leafText('accept', terms)

/** The text that the device signs when it asks for an order; `stake` is in minor units. */
export const askText = (asked: PlaceOrder & { origin: string; currency: string; scale: number }): string =>
  [
    'ask',
    1,
    asked.origin,
    asked.id,
    asked.symbol,
    asked.direction,
    asked.stake,
    asked.currency,
    asked.scale,
    asked.durationSeconds,
    asked.earningsRateBp,
    asked.ask.seenHead,
    asked.ask.seenRoot,
    asked.ask.deviceKey,
  ].join('|')

/** The text that the house signs when it refuses what a device asks for; `askHash` is the SHA-256 of the ask's text. */
export const refusalText = (
  origin: string,
  { id, askHash, code, at }: { id: string; askHash: string; code: string; at: number },
): string => ['refuse', 1, origin, id, askHash, code, at].join('|')

/** The text that both keys sign when one takes the place of the other, and the leaf of that. */
export const keyText = (change: { from: string; to: string; at: number }): string => leafText('key', change)

/** The text that the house signs after its database was restored to an earlier instant. */
export const restoreText = (
  origin: string,
  { kept, root, keptAt, at, reason }: Omit<LogRestore, 'publicKey' | 'signature'>,
): string => ['restore', 1, origin, kept, root, keptAt, at, reason].join('|')

/** The text that the house signs when it accepts a guess. */
export const guessText = (origin: string, terms: GuessTerms): string =>
  [
    'guess',
    2,
    origin,
    terms.symbol,
    terms.source,
    terms.instrument,
    terms.direction,
    terms.durationSeconds,
    terms.acceptedAt,
    terms.entryTimeoutMs,
    terms.staleAfterMs,
    terms.sourceLagMs,
    terms.rule,
  ].join('|')
