import { readJson, writeJson } from '../../platform/storage'

const KEY = 'devices'
const VERSION = 1
/** Most accounts that keep a token on a device; the oldest makes room. */
const ACCOUNTS_MAX = 5

type Entry = [account: string, token: string]

function parse(value: unknown): Entry[] | undefined {
  const isWhole =
    Array.isArray(value) &&
    value.every(
      (entry) => Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string'),
    )
  return isWhole ? (value as Entry[]) : undefined
}

const read = () => readJson(KEY, VERSION, parse) ?? []

/**
 * Tokens that prove to an account that this device has logged in to it before; they outlive a logout and a cleared
 * cache. Without one a login counts as one from a new device, and withdrawals wait (PRODUCT.md 12.5). A token alone gives no access.
 */
export const deviceTokens = {
  of: (account: string): string | undefined => read().find(([name]) => name === account.toLowerCase())?.[1],
  /** Tokens of all accounts, for a login that does not know its account yet. */
  all: (): string[] => read().map(([, token]) => token),
  keep(account: string, token: string): void {
    const others = read().filter(([name]) => name !== account.toLowerCase())
    writeJson(KEY, VERSION, [[account.toLowerCase(), token], ...others].slice(0, ACCOUNTS_MAX))
  },
}
