/** A mini program is never wide, and its main package has no room for what it does not show. */
export const ResultsBrief = (): null => null
