/** WeChat keeps the mini program on the device itself. */
export const startOffline = (_onUpdate: () => void) => () => undefined
