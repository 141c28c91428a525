/** Our own mini program draws its bar itself. */
export const hasShellBar = (): boolean => false
