/** The source whose prices others sign: it decides orders by rule 2 (docs/PROOF_FORMAT.md). */
export const SIGNED = 'pyth' as const
export const isSigned = (source: string) => source === SIGNED

/** The rule that decides orders of a source (docs/PROOF_FORMAT.md). */
export const ruleOf = (source: string) => (isSigned(source) ? 2 : 1)
