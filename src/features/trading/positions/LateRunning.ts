import { lazy } from 'react'

/** The user's orders under way, for a page that is there before they are. */
export const RunningNow = lazy(async () => ({ default: (await import('./RunningNow')).RunningNow }))
