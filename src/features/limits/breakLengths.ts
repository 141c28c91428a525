import type { BeginBreak } from '../../../contract/accountLimits'

const DAY_MS = 86_400_000

/** What the page offers, from the shortest. A length without days has no end. */
export const BREAK_LENGTHS = [
  { name: 'day', kind: 'break', days: 1 },
  { name: 'week', kind: 'break', days: 7 },
  { name: 'month', kind: 'break', days: 30 },
  { name: 'halfYear', kind: 'exclusion', days: 183 },
  { name: 'year', kind: 'exclusion', days: 365 },
  { name: 'fiveYears', kind: 'exclusion', days: 5 * 365 + 1 },
  { name: 'forGood', kind: 'exclusion', days: undefined },
] as const satisfies readonly { name: string; kind: BeginBreak['kind']; days: number | undefined }[]

export type BreakLength = (typeof BREAK_LENGTHS)[number]

/** When a break that begins now ends, ISO; null for good. */
export const endOf = ({ days }: BreakLength, nowMs: number): string | null =>
  days === undefined ? null : new Date(nowMs + days * DAY_MS).toISOString()
