import { readJson, removeKey, writeJson } from '../../platform/storage'

const KEY = 'push'
const VERSION = 1

/** Whose account wanted pushes on this device; it outlives a session that ended by itself, not a logout. */
export const pushWish = {
  account: (): string | undefined =>
    readJson(KEY, VERSION, (value) => (typeof value === 'string' && value !== '' ? value : undefined)),
  keep: (account: string): unknown => writeJson(KEY, VERSION, account),
  forget: (): void => removeKey(KEY),
}
