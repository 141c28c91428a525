import { lazy } from 'react'

/** What no early page shows at first; it comes with the rest of the app. The twin is `LateOverlays.weapp.ts`. */
export const LateOverlays = lazy(async () => ({
  default: (await import('./Overlays')).Overlays,
}))
