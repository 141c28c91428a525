import type { FirstData } from './firstScreen'
import { afterPicture } from './tasks'

/** WeChat draws the first page itself. */
export const firstData = (): FirstData => ({})
export const pageAgeMs = (): number => 0
export const isPainted = (): boolean => false
export const takeOver = async (): Promise<void> => undefined
/** What comes next runs while WeChat draws. */
export const afterFirstPage = (run: () => void): void => void afterPicture(run)
/** The package has everything. */
export const fetchTheRest = (): void => {}
