import { createHash } from 'node:crypto'
import type { OrderTerms } from '../../../contract/proof'

/** The exact texts that are hashed and signed; docs/PROOF.md repeats them for verifiers. */

export interface LoggedTick {
  symbol: string
  sequence: number
  atMs: number
  price: string
  size: string
  source: string
  sourceAtMs: number
}

/** Leaf of a product's tree. */
export const tickText = (tick: LoggedTick): string =>
  ['tick', 1, tick.symbol, tick.sequence, tick.atMs, tick.price, tick.size, tick.source, tick.sourceAtMs].join('|')

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

export interface HeadFacts {
  number: number
  atMs: number
  marketRoot: Buffer
  settlementSize: number
  settlementRoot: Buffer
  previous: Buffer
}

/** What is signed; its SHA-256 is the head's hash, which the next head names. */
export const headText = (head: HeadFacts): string =>
  [
    'head',
    1,
    head.number,
    head.atMs,
    head.marketRoot.toString('hex'),
    head.settlementSize,
    head.settlementRoot.toString('hex'),
    head.previous.toString('hex'),
  ].join('|')

export const headHash = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** What the house signs when it accepts an order. */
export const acceptanceText = (terms: OrderTerms): string =>
  [
    ...['accept', 1, terms.id, terms.number, terms.symbol, terms.source, terms.direction, terms.stake, terms.currency],
    ...[terms.scale, terms.payout, terms.earningsRateBp, terms.durationSeconds, terms.acceptedAt],
    ...[terms.entryTimeoutMs, terms.staleAfterMs, terms.rule],
  ].join('|')
