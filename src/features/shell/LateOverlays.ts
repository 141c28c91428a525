import { lazy } from 'react'

/** Overlays that no early page shows at first; they come with the rest of the app. */
export const LateOverlays = lazy(async () => ({
  default: (await import('./Overlays')).Overlays,
}))
