import { lazy } from 'react'
import type * as parts from './homeParts'

const part = <K extends keyof typeof parts>(name: K) =>
  lazy(async () => ({ default: (await import('./homeParts'))[name] }))

/** The parts of home that come after its first paint, all in one file. */
export const FirstSteps = part('FirstSteps')
export const HomeAside = part('HomeAside')
export const HomeGuide = part('HomeGuide')
export const OtherProducts = part('OtherProducts')
export const StaleBanner = part('StaleBanner')
export const TableHead = part('TableHead')
export const TableRow = part('TableRow')
export const WeekBars = part('WeekBars')
