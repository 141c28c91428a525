import type { KeyChange } from '../../../contract/proof'
import { isSignedBy } from './hashing'
import { keyText } from './texts'

/** Whether each key hands over to the next, both signing it, and the last one is `publicKey`. */
export function isChain(keys: readonly KeyChange[], publicKey: string): boolean {
  return keys.every((change, index) => {
    const text = keyText(change)
    return (
      change.to === (keys[index + 1]?.from ?? publicKey) &&
      isSignedBy(text, change.oldSignature, change.from) &&
      isSignedBy(text, change.newSignature, change.to)
    )
  })
}

/** Keys that were those of the log before. */
export const keysBefore = (keys: readonly KeyChange[]): string[] => keys.map(({ from }) => from)
