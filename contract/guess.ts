import Type from 'typebox'
import { closed, EpochMs, Hash, type Infer, ProductSymbol } from './common'
import { DIRECTIONS } from './orders'
import { AcceptanceSignature, OrderTerms, SignedHead, TickRange } from './proof'

/** A guess always runs for so long. */
export const GUESS_SECONDS = 30

/** POST /guesses: a try without account or money. The server signs its terms and keeps nothing. */
export const MakeGuess = closed({ symbol: ProductSymbol, direction: Type.Enum([...DIRECTIONS]) })
export type MakeGuess = Infer<typeof MakeGuess>

const {
  symbol,
  source,
  instrument,
  direction,
  durationSeconds,
  acceptedAt,
  entryTimeoutMs,
  staleAfterMs,
  sourceLagMs,
  rule,
} = OrderTerms.properties

/**
 * The text that the house signs: the terms of an order, as far as the price decides them (docs/PROOF_FORMAT.md,
 * "Guesses").
 */
export const GuessTerms = closed({
  symbol,
  source,
  instrument,
  direction,
  durationSeconds,
  acceptedAt,
  entryTimeoutMs,
  staleAfterMs,
  sourceLagMs,
  rule,
})
export type GuessTerms = Infer<typeof GuessTerms>

/** Terms with the signature of the house, by the key that signs the heads. */
export const SignedGuess = closed({ terms: GuessTerms, ...AcceptanceSignature.properties })
export type SignedGuess = Infer<typeof SignedGuess>

/** GET /guesses/prices: of a guess that was accepted at that time, epoch ms. */
export const GuessPricesQuery = closed({
  symbol: ProductSymbol,
  acceptedAt: Type.String({ pattern: '^[1-9]\\d{12}$' }),
})

/**
 * The prices that decide a guess, from the last one up to the acceptance to the first one after the end, under a head that
 * was complete to the end; `path` is that of the head in the log of heads up to it.
 */
export const GuessPrices = closed({
  tickCount: Type.Integer({ minimum: 0 }),
  ranges: Type.Array(TickRange, { maxItems: 2 }),
  ...SignedHead.properties,
  path: Type.Array(Hash, { maxItems: 130 }),
  /** The server's time of the answer. */
  serverAt: EpochMs,
})
export type GuessPrices = Infer<typeof GuessPrices>
