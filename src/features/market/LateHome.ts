import { lazy } from 'react'

/** Parts of home that come with the rest of the app, in a file of their own. The twin is `LateHome.weapp.ts`. */
const parts = () => import('./homeParts')

export const AssetsLine = lazy(async () => ({ default: (await parts()).AssetsLine }))
export const FirstSteps = lazy(async () => ({ default: (await parts()).FirstSteps }))
export const HomeAside = lazy(async () => ({ default: (await parts()).HomeAside }))
export const OtherProducts = lazy(async () => ({ default: (await parts()).OtherProducts }))
