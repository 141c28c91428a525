/** WeChat shows it at the top, under its own row. */
export const floatFreely = () => (): void => undefined
