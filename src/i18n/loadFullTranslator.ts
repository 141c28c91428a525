/** It comes with the rest of the app. */
export const loadFullTranslator = async () => (await import('./fullTranslator')).fullTranslator
