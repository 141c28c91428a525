/** A browser has its own place for what a page may do. The twin is `settings.weapp.ts`. */
export const openSettings = (): void => undefined
