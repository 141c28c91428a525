import type { RememberedHead } from '../../../proof/heads'
import { readJson, writeJson } from '../../platform/storage'

const KEY = 'treeHead'
const VERSION = 2

function parse(value: unknown): RememberedHead | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { head, root, publicKey } = value as Partial<RememberedHead>
  const whole =
    typeof head === 'object' &&
    typeof head.number === 'number' &&
    typeof head.at === 'number' &&
    Array.isArray(head.products) &&
    Array.isArray(head.logs) &&
    [root, publicKey].every((text) => typeof text === 'string')
  return whole ? (value as RememberedHead) : undefined
}

/** The newest state of the public log that this device has seen; it exposes a rewritten history (docs/PROOF.md). */
export const rememberedHead = {
  read: (): RememberedHead | undefined => readJson(KEY, VERSION, parse),
  write: (head: RememberedHead): void => {
    writeJson(KEY, VERSION, head)
  },
}
