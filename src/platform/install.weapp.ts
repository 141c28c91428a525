/** WeChat has its own ways to keep a mini program at hand. */
export const useInstall = (): (() => void) | undefined => undefined
