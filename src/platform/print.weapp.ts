/** A mini program has no way to a printer. */
export const canPrint = (): boolean => false

export function printAround(): void {}

export function clearPaper(): void {}
