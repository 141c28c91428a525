import type { Acceptance, Receipt } from '../../../contract/proof'
import type { KeptCheckpoint } from './seenLog'

/** What a user can hand to others about an order: the scripts read it in place of a receipt (docs/PROOF.md). */
export interface Evidence {
  format: 'fairtick-evidence-1'
  /** Null where the service gives none. */
  receipt: Receipt | null
  acceptance: Acceptance | null
  /** When the order was placed, then when it had ended, as far as this device fetched them. */
  checkpoints: KeptCheckpoint[]
}

/** The file, as text. */
export function evidenceText(
  receipt: Receipt | undefined,
  kept: Acceptance | undefined,
  { placed, ended }: { placed?: KeptCheckpoint; ended?: KeptCheckpoint } = {},
): string {
  const evidence: Evidence = {
    format: 'fairtick-evidence-1',
    receipt: receipt ?? null,
    acceptance: kept ? { terms: kept.terms, signature: kept.signature, publicKey: kept.publicKey } : null,
    checkpoints: [placed, ended].flatMap((checkpoint) => checkpoint ?? []),
  }
  return JSON.stringify(evidence, null, 2)
}
