/** The source whose prices others sign: it decides orders by rule 2 (docs/PROOF_FORMAT.md). */
export const SIGNED_SOURCE = 'pyth'
