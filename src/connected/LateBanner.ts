import { lazy } from 'react'

/** A banner that no early page shows at first; it comes with the rest of the app. The twin is `LateBanner.weapp.ts`. */
export const LateBanner = lazy(async () => ({
  default: (await import('../components/Banner')).Banner,
}))
