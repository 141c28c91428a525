import type { KeyChange, LogTree } from '../contract/proof'
import { leafHash } from './hashing'
import { isSignedBy } from './signatures'
import { keyText } from './texts'
import { rootOf } from './trees'

/** Whether each key hands over to the next, both signing it, no key comes twice, and the last one is `publicKey`. */
export function isChain(keys: readonly KeyChange[], publicKey: string): boolean {
  const all = [...keysBefore(keys), publicKey]
  return keys.every((change, index) => {
    const text = keyText(change)
    return (
      new Set(all).size === all.length &&
      change.to === (keys[index + 1]?.from ?? publicKey) &&
      isSignedBy(text, change.oldSignature, change.from) &&
      isSignedBy(text, change.newSignature, change.to)
    )
  })
}

/**
 * Whether these are all changes of the key that a head covers: a change that is not in the log has not been published.
 */
export const areLogged = (keys: readonly KeyChange[], log: LogTree | undefined): boolean =>
  (log?.size ?? 0) === keys.length && (!log || log.root === rootOf(keys.map((change) => leafHash(keyText(change)))))

/** Keys that were those of the log before. */
export const keysBefore = (keys: readonly KeyChange[]): string[] => keys.map(({ from }) => from)

/** Keys that this log signs with or has signed with. */
export const keysOf = ({ keys, publicKey }: { keys: readonly KeyChange[]; publicKey: string }): string[] => [
  ...keysBefore(keys),
  publicKey,
]
