import { SIGNED_SOURCE } from '../../../../contract/signedPrices'

export const SIGNED = SIGNED_SOURCE
export const isSigned = (source: string) => source === SIGNED

/** The rule that decides orders of a source (docs/PROOF_FORMAT.md). */
export const ruleOf = (source: string) => (isSigned(source) ? 4 : 3)
