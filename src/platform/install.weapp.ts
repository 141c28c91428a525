/** WeChat has its own ways to keep a mini program within reach. */
export const useInstall = (): (() => void) | undefined => undefined
