import { readJson, removeKey, writeJson } from '../../platform/storage'

const KEY = 'push'
const VERSION = 1

/** The account that wants pushes on this device; it outlives an expired session, but not a logout. */
export const pushWish = {
  account: (): string | undefined =>
    readJson(KEY, VERSION, (value) => (typeof value === 'string' && value !== '' ? value : undefined)),
  keep: (account: string): unknown => writeJson(KEY, VERSION, account),
  forget: (): void => removeKey(KEY),
}
