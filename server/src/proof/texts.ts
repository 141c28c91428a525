import { createHash } from 'node:crypto'

/** The exact texts that are hashed and signed; docs/PROOF.md repeats them for whoever checks. */

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
  root: Buffer
}

/** Leaf of the tree over the products of one head. */
export const productText = ({ symbol, size, root }: ProductState): string =>
  ['product', 1, symbol, size, root.toString('hex')].join('|')

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
