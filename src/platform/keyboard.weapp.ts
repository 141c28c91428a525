/** WeChat pushes the page up by itself (`adjustPosition` of its input). */
export const startKeyboard = (): (() => void) => () => undefined
