/** The mini program of our own draws its bar itself. */
export const hasShellBar = (): boolean => false
