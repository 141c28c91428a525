import { lazy } from 'react'

/**
 * Overlays that no early page shows at first; they come with the rest of the app. The twin is `LateOverlays.weapp.ts`.
 */
export const LateOverlays = lazy(async () => ({
  default: (await import('./Overlays')).Overlays,
}))
