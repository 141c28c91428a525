import { readJson, readText, removeKey, writeJson, writeText } from '../../platform/storage'

/** The lock of the app on this device (PRODUCT.md 9.10). It belongs to the session and ends with it. */
export interface AppLock {
  /** Hex; the PIN itself is kept nowhere. */
  salt: string
  hash: string
  rounds: number
  /** So long may the app be away without asking. */
  afterMs: number
  /** Wrong PINs since the last right one. */
  wrong: number
  /** Id of the device's own way (fingerprint, face); empty without one. */
  device: string
}

const KEY = 'appLock'
const SEEN_KEY = 'appLockSeen'
const VERSION = 1

function parse(value: unknown): AppLock | undefined {
  const { salt, hash, rounds, afterMs, wrong } = (value ?? {}) as Partial<AppLock>
  const isWhole = typeof salt === 'string' && typeof hash === 'string'
  return isWhole && [rounds, afterMs, wrong].every(Number.isFinite) ? (value as AppLock) : undefined
}

export const readAppLock = (): AppLock | undefined => readJson(KEY, VERSION, parse)

/** False if the device keeps nothing: then there is no lock. */
export const writeAppLock = (lock: AppLock): boolean => writeJson(KEY, VERSION, lock)

export function removeAppLock(): void {
  removeKey(KEY)
  removeKey(SEEN_KEY)
}

/** Somebody looks at the app. */
export const noteSeen = (now: number): void => {
  writeText(SEEN_KEY, String(now))
}

/** Whether the app was away for too long; also if the device's clock was put back. */
export function isLockDue(now: number): boolean {
  const lock = readAppLock()
  if (!lock) return false
  const away = now - Number(readText(SEEN_KEY) ?? 0)
  return !(away >= 0 && away < lock.afterMs)
}
