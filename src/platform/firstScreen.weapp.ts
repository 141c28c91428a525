import type { FirstData } from './firstScreen'

/** WeChat draws the first page itself. */
export const firstData = (): FirstData => ({})
export const pageAgeMs = (): number => 0
export const isPainted = (): boolean => false
export const takeOver = async (): Promise<void> => undefined
export const afterFirstPage = (run: () => void): void => run()
