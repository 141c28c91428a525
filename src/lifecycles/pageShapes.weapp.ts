/** WeChat has every page in the package. The twin is `pageShapes.ts`. */
export const startPageShapes = (): void => undefined
