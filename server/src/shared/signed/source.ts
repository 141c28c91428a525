/** The source whose prices others sign: it decides orders by rule 2 (docs/PROOF_FORMAT.md). */
export const SIGNED = 'pyth' as const
export const isSigned = (source: string) => source === SIGNED
