/** It comes with the rest of the app. The twin is `loadFullTranslator.weapp.ts`. */
export const loadFullTranslator = async () => (await import('./fullTranslator')).fullTranslator
