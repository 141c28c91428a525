import { lazy } from 'react'

/** A part of home that comes with the rest of the app, in one file with the others. The twin is `LateHome.weapp.ts`. */
export const LateHome = lazy(async () => ({ default: (await import('./HomePart')).HomePart }))
