import type { Acceptance, Receipt } from '../../../contract/proof'
import type { SeenCheckpoint } from './ties'

/** What a user can hand to others about an order: the scripts read it in place of a receipt (docs/PROOF.md). */
export interface Evidence {
  format: 'fairtick-evidence-1'
  /** Null where the service gives none. */
  receipt: Receipt | null
  acceptance: Acceptance | null
  /** When the order was placed, then when it had ended, as far as this device fetched them; or two that contradict each other. */
  checkpoints: SeenCheckpoint[]
}

/** The file, as text. */
export function evidenceText(
  receipt: Receipt | undefined,
  kept: Acceptance | undefined,
  checkpoints: readonly SeenCheckpoint[],
): string {
  const evidence: Evidence = {
    format: 'fairtick-evidence-1',
    receipt: receipt ?? null,
    acceptance: kept ? { terms: kept.terms, signature: kept.signature, publicKey: kept.publicKey } : null,
    checkpoints: [...checkpoints],
  }
  return JSON.stringify(evidence, null, 2)
}
