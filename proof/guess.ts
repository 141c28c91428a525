import type { GuessPrices, GuessTerms, SignedGuess } from '../contract/guess'
import type { Receipt, ReceiptOrder, ReceiptTick } from '../contract/proof'
import { headLeaf, isInOrder, productsRoot } from './heads'
import { isSignedByLog, parseCheckpoint } from './notes'
import { endOf, tickProblems } from './prices'
import type { ReceiptProblem } from './problems'
import { decide, type Verdict } from './rule'
import { isSignedBy } from './signatures'
import { isIncluded } from './trees'

/** A guess decided on this device (docs/PROOF_FORMAT.md, "Guesses"). */
export interface GuessCheck {
  problems: ReceiptProblem[]
  verdict: Verdict
  ticks: ReceiptTick[]
}

/** The text that the house signs when it accepts a guess. */
const guessText = (origin: string, terms: GuessTerms): string =>
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

/** The parts of an order that the rule and the checks of prices read. */
function orderOf(terms: GuessTerms): ReceiptOrder {
  // A guess is closed when its end is known: it is never late.
  return { ...terms, closedAt: terms.acceptedAt } as ReceiptOrder
}

function headProblems({ head, checkpoint: note, publicKey, path }: GuessPrices, origin: string): ReceiptProblem[] {
  const checkpoint = parseCheckpoint(note)
  if (!checkpoint || checkpoint.origin !== origin || !isSignedByLog(checkpoint, publicKey))
    return [{ kind: 'checkpoint' }]
  const isLast = checkpoint.size === head.number && isInOrder(head)
  const isIn = isIncluded(headLeaf(head, productsRoot(head)), head.number - 1, head.number, path, checkpoint.root)
  return isLast && isIn ? [] : [{ kind: 'heads' }]
}

/**
 * Decides a guess by the rule of orders from its proven prices. The origin of the log is the one that the terms were signed
 * for; terms and head have to be signed by the same key.
 */
export function checkGuess(
  { terms, signature, publicKey }: SignedGuess,
  prices: GuessPrices,
  { origin }: { origin: string },
): GuessCheck {
  const order = orderOf(terms)
  const ticks = prices.ranges.flatMap((range) => range.ticks)
  const tree = prices.head.products.find((product) => product.symbol === terms.symbol)
  const isAccepted = publicKey === prices.publicKey && isSignedBy(guessText(origin, terms), signature, publicKey)
  const shown = { order, tickCount: prices.tickCount, ranges: prices.ranges } as Receipt
  const isComplete = tree !== undefined && tree.through >= endOf({ order }, ticks)
  const problems: ReceiptProblem[] = [
    ...(isAccepted ? [] : [{ kind: 'acceptance' as const }]),
    ...headProblems(prices, origin),
    ...tickProblems(shown, tree, ticks),
    ...(isComplete ? [] : [{ kind: 'ends_early' as const }]),
  ]
  return { problems, verdict: decide({ order }, ticks), ticks }
}
