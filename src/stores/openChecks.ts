import type { GuessPrices, SignedGuess } from '../../contract/guess'
import type { ProofPolicy, Receipt } from '../../contract/proof'
import type { ShownResult } from '../../contract/shownResult'
import { checkGuess } from '../../proof/guess'
import { readPlainJson } from '../../proof/json'
import { checkReceipt } from '../../proof/receipt'
import type { Verdict } from '../../proof/rule'
import { originOf } from '../../proof/seenLog'

/** A result that is nobody's, decided and verified on this device: the example order of the house, or a guess. */
export interface OpenCheck extends ShownResult {
  /** Nothing speaks against it. */
  holds: boolean
  /** How long the check took. */
  ms: number
}

type Looked = Omit<OpenCheck, 'ms' | keyof Verdict> & { verdict: Verdict }

function timed(look: () => Looked | undefined): OpenCheck | undefined {
  const startedAt = Date.now()
  const looked = look()
  if (!looked) return undefined
  const { verdict, ...rest } = looked
  const { status, entry, exit } = verdict
  return { ...rest, status, entry, exit, ms: Math.max(1, Date.now() - startedAt) }
}

/** Checks the receipt of the example as any other; undefined for a text that is none. */
export const checkExample = (text: string): OpenCheck | undefined =>
  timed(() => {
    const receipt = (readPlainJson(text) ?? {}) as Receipt
    const { problems, verdict, ticks } = checkReceipt(receipt)
    if (!verdict) return undefined
    const { id, symbol, direction, durationSeconds, acceptedAt, closedAt } = receipt.order
    const order = { id, symbol, direction, durationSeconds, acceptedAt, closedAt }
    return { ...order, holds: problems.length === 0, verdict, ticks, head: receipt.head.number }
  })

/** Decides a guess from what the house signed and showed; `policy` says whose log it is. */
export const checkOpenGuess = (signed: SignedGuess, prices: GuessPrices, policy: ProofPolicy): OpenCheck | undefined =>
  timed(() => {
    const { problems, verdict, ticks } = checkGuess(signed, prices, { origin: originOf(policy) ?? '' })
    const { symbol, direction, durationSeconds, acceptedAt } = signed.terms
    const holds = problems.length === 0 && prices.publicKey === policy.publicKey
    return { holds, symbol, direction, durationSeconds, acceptedAt, verdict, ticks, head: prices.head.number }
  })
