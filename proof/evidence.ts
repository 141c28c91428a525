import type { OrderRefusal } from '../contract/errors'
import type { Acceptance } from '../contract/proof'
import type { LeftAsk } from './leftAsk'
import type { SeenCheckpoint } from './time'

/** Most checkpoints of an order that a device keeps. */
export const SEEN_MAX = 24

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Evidence that a user can hand to others about an order: the scripts read it in place of a receipt
 * (docs/PROOF_FORMAT.md). `receipt` is the text that the service gave, spelled as it was, and null if there is none;
 * `checkpoints` are those that this device fetched while the order ran, in their order, or two that contradict each other;
 * `refusal` is what the house has signed about the same ask, and `left` that ask as it was left with witnesses.
 */
export function evidenceText(
  receipt: string | undefined,
  kept: Acceptance | undefined,
  checkpoints: readonly SeenCheckpoint[],
  refusal?: OrderRefusal,
  left?: LeftAsk,
): string {
  const acceptance = kept ? { terms: kept.terms, signature: kept.signature, publicKey: kept.publicKey } : null
  const fields = [
    ['format', '"fairtick-evidence-2"'],
    ['receipt', receipt !== undefined && isJson(receipt) ? receipt : 'null'],
    ['acceptance', JSON.stringify(acceptance, null, 2)],
    ['checkpoints', JSON.stringify(checkpoints, null, 2)],
    ...(refusal ? [['refusal', JSON.stringify(refusal, null, 2)]] : []),
    ...(left ? [['left', JSON.stringify(left, null, 2)]] : []),
  ]
  return `{\n${fields.map(([name, value]) => `"${name}": ${value}`).join(',\n')}\n}\n`
}
