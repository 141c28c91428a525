import type { GuessPrices, SignedGuess } from '../../contract/guess'
import type { Direction } from '../../contract/orders'
import type { ProofPolicy, Receipt } from '../../contract/proof'
import { checkGuess } from '../../proof/guess'
import { readPlainJson } from '../../proof/json'
import { checkReceipt } from '../../proof/receipt'
import type { Verdict } from '../../proof/rule'
import { originOf } from '../../proof/seenLog'
import { type Strip, stripOf } from '../domain/proof/strip'

/** A result that is nobody's, verified on this device: the example order of the house, or a guess. */
export interface OpenCheck {
  /** Nothing speaks against it. */
  holds: boolean
  symbol: string
  direction: Direction
  seconds: number
  /** Epoch ms. */
  acceptedAt: number
  /** Epoch ms; undefined for a guess, which only this device decides. */
  closedAt?: number
  verdict: Verdict
  /** The numbers of the first and the last price that were looked at. */
  span: readonly [first: number, last: number]
  /** The number of the newest head that the log has signed. */
  head: number
  strip: Strip | undefined
  /** How long the check took. */
  ms: number
}

type Looked = Omit<OpenCheck, 'span' | 'strip' | 'ms'> & { ticks: Parameters<typeof stripOf>[0] }

function timed(look: () => Looked | undefined): OpenCheck | undefined {
  const startedAt = Date.now()
  const looked = look()
  if (!looked) return undefined
  const { ticks, ...rest } = looked
  const { entry, exit } = looked.verdict
  return {
    ...rest,
    span: [ticks[0]?.sequence ?? 0, ticks[ticks.length - 1]?.sequence ?? 0],
    strip: stripOf(ticks, entry?.sequence ?? null, exit?.sequence ?? null),
    ms: Math.max(1, Date.now() - startedAt),
  }
}

/** Checks the receipt of the example as any other; undefined for a text that is none. */
export const checkExample = (text: string): OpenCheck | undefined =>
  timed(() => {
    const receipt = (readPlainJson(text) ?? {}) as Receipt
    const { problems, verdict, ticks } = checkReceipt(receipt)
    if (!verdict) return undefined
    const { symbol, direction, durationSeconds: seconds, acceptedAt, closedAt } = receipt.order
    const holds = problems.length === 0
    return { holds, symbol, direction, seconds, acceptedAt, closedAt, verdict, ticks, head: receipt.head.number }
  })

/** Decides a guess from what the house signed and showed; `policy` says whose log it is. */
export const checkOpenGuess = (signed: SignedGuess, prices: GuessPrices, policy: ProofPolicy): OpenCheck | undefined =>
  timed(() => {
    const { problems, verdict, ticks } = checkGuess(signed, prices, { origin: originOf(policy) ?? '' })
    const { symbol, direction, durationSeconds: seconds, acceptedAt } = signed.terms
    const holds = problems.length === 0 && prices.publicKey === policy.publicKey
    return { holds, symbol, direction, seconds, acceptedAt, verdict, ticks, head: prices.head.number }
  })
