import { lazy } from 'react'

/** The sheet of languages, for a page that is there before it is. */
export const LateLanguages = lazy(async () => ({
  default: (await import('../../connected/LanguageSheet')).LanguageSheet,
}))
