import { lazy } from 'react'

/** The user's results in short, for a wide window. The twin is `LateResults.weapp.ts`. */
export const ResultsBrief = lazy(async () => ({ default: (await import('./ResultsBrief')).ResultsBrief }))
