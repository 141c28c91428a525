import { lazy } from 'react'

/** The sheet of languages, for a page that is there before it is. The twin is `LateLanguages.weapp.ts`. */
export const LateLanguages = lazy(async () => ({
  default: (await import('../../connected/LanguageSheet')).LanguageSheet,
}))
