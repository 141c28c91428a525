import { readJson, removeKey, writeJson } from '../../platform/storage'

const KEY = 'sessionTime'
const VERSION = 1

/** An account and its instants by the server's clock, epoch ms. */
export interface SessionTime {
  account: string
  startedAt: number
  answeredAt: number
  seenAt: number
}

function parse(value: unknown): SessionTime | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { account, startedAt, answeredAt, seenAt } = value as Partial<SessionTime>
  const isWhole = typeof account === 'string' && [startedAt, answeredAt, seenAt].every(Number.isFinite)
  return isWhole ? (value as SessionTime) : undefined
}

/** Keeps the time of the session, so that a reload does not restart the count. */
export const keptSessionTime = {
  read: (): SessionTime | undefined => readJson(KEY, VERSION, parse),
  write: (time: SessionTime): void => {
    writeJson(KEY, VERSION, time)
  },
  remove: (): void => removeKey(KEY),
}
