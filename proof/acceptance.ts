import type { Acceptance, OrderTerms } from '../contract/proof'
import { type AskedOrder, isAskSigned, minorUnits } from './ask'
import { acceptedAtOf } from './entry'
import { shareOf, WHOLE_BP } from './rule'
import { isSignedBy } from './signatures'
import { acceptanceText } from './texts'

/** The problem with an acceptance that this device has just been given for its own order. */
export type AcceptanceProblem =
  /** It is not signed by the log's key, so it proves nothing. */
  | { kind: 'signature' }
  /** It does not carry what this device has signed. */
  | { kind: 'ask' }
  /** Its second of the entry is not the one that the press fixes. */
  | { kind: 'time' }
  /** The service had said, long enough after the press, that it has no such order. */
  | { kind: 'denied' }
  /** A term is not the one that this device asked for or that the product's page said. */
  | { kind: 'term'; field: AgreedField }

/** The terms that follow from what the user confirmed; the others are the service's to say, or the device's own. */
type AgreedField = Exclude<
  keyof OrderTerms,
  'number' | 'acceptedAt' | 'seenHead' | 'seenRoot' | 'deviceKey' | 'deviceSignature'
>

function expectedTerms({ agreed, ...order }: AskedOrder): Pick<OrderTerms, AgreedField> {
  const stake = minorUnits(order.stake, agreed.scale)
  const { id, symbol, direction, durationSeconds, earningsRateBp } = order
  return {
    id,
    symbol,
    direction,
    durationSeconds,
    earningsRateBp,
    ...agreed,
    // The product names its feed and the signers of its prices with a colon between, if rule 4 decides.
    stake,
    payout: shareOf(stake, earningsRateBp + WHOLE_BP),
    rule: agreed.instrument.includes(':') ? 4 : 3,
  }
}

/**
 * Where an acceptance does not fit what this device asked for, when, and on which terms. None: the house has signed the
 * order that was meant.
 * @param keys the log's key, and those before it
 */
export function acceptanceProblems(
  { terms, signature, publicKey }: Acceptance,
  asked: AskedOrder,
  keys: readonly string[],
): AcceptanceProblem[] {
  const { ask } = asked
  const isSigned = keys.includes(publicKey) && isSignedBy(acceptanceText(terms), signature, publicKey)
  const isOurs =
    terms.seenHead === ask.seenHead &&
    terms.seenRoot === ask.seenRoot &&
    terms.deviceKey === ask.deviceKey &&
    terms.deviceSignature === ask.signature &&
    isAskSigned(asked.origin, terms)
  const expected = expectedTerms(asked)
  const changed = (Object.keys(expected) as AgreedField[]).filter((field) => terms[field] !== expected[field])
  return [
    ...(isSigned ? [] : [{ kind: 'signature' as const }]),
    ...(isOurs ? [] : [{ kind: 'ask' as const }]),
    ...changed.map((field) => ({ kind: 'term' as const, field })),
    ...(terms.acceptedAt === acceptedAtOf(asked.id) ? [] : [{ kind: 'time' as const }]),
  ]
}
