import Taro from '@tarojs/taro'

/**
 * Small texts kept on the device. Storage may be missing, full, forbidden or hold anything at all: reading never throws
 * and what cannot be read is removed, so that a damaged entry heals by itself.
 */

/** The text under `key`, or undefined. */
export function readText(key: string): string | undefined {
  try {
    const value: unknown = rawRead(key)
    return typeof value === 'string' && value !== '' ? value : undefined
  } catch {
    return undefined
  }
}

/** Keeps `text`; false if the device refuses (full or forbidden storage). */
export function writeText(key: string, text: string): boolean {
  try {
    rawWrite(key, text)
    return true
  } catch {
    return false
  }
}

export function removeKey(key: string): void {
  try {
    rawRemove(key)
  } catch {
    // Nothing is kept if nothing can be removed.
  }
}

/**
 * Reads what `writeJson` kept. `parse` gets the value and returns undefined for what it does not understand; then, as
 * with broken JSON or another version, the entry is removed.
 */
export function readJson<T>(key: string, version: number, parse: (value: unknown) => T | undefined): T | undefined {
  const text = readText(key)
  if (text === undefined) return undefined
  const value = parseEnvelope(text, version)
  const parsed = value === undefined ? undefined : parse(value)
  if (parsed === undefined) removeKey(key)
  return parsed
}

export function writeJson(key: string, version: number, value: unknown): boolean {
  return writeText(key, JSON.stringify({ version, value }))
}

function parseEnvelope(text: string, version: number): unknown {
  try {
    const envelope: unknown = JSON.parse(text)
    if (typeof envelope !== 'object' || envelope === null) return undefined
    const { version: kept, value } = envelope as { version?: unknown; value?: unknown }
    return kept === version ? value : undefined
  } catch {
    return undefined
  }
}

function rawRead(key: string): unknown {
  return process.env.TARO_ENV === 'h5' ? window.localStorage.getItem(key) : Taro.getStorageSync(key)
}

function rawWrite(key: string, text: string): void {
  if (process.env.TARO_ENV === 'h5') window.localStorage.setItem(key, text)
  else Taro.setStorageSync(key, text)
}

function rawRemove(key: string): void {
  if (process.env.TARO_ENV === 'h5') window.localStorage.removeItem(key)
  else Taro.removeStorageSync(key)
}

/** Calls back when another tab of the same browser changes `key`. A mini program has one window only. */
export function watchKey(key: string, handleChange: () => void): () => void {
  if (process.env.TARO_ENV !== 'h5') return () => {}
  const listener = (event: StorageEvent) => {
    if (event.key === key || event.key === null) handleChange()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
