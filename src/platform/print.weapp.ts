export type { Paper, PaperLine, PaperSection } from './print'

/** A mini program has no way to a printer. */
export const canPrint = (): boolean => false

export function printPaper(): void {}

export function clearPaper(): void {}
