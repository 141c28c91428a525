import type { TreeHead } from '../../../contract/proof'
import { readJson, writeJson } from '../../platform/storage'

const KEY = 'treeHead'
const VERSION = 1

function parse(value: unknown): TreeHead | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const head = value as Partial<TreeHead>
  const whole =
    typeof head.number === 'number' &&
    typeof head.at === 'number' &&
    Array.isArray(head.products) &&
    typeof head.settlementSize === 'number' &&
    [head.settlementRoot, head.previous, head.signature, head.publicKey].every((text) => typeof text === 'string')
  return whole ? (head as TreeHead) : undefined
}

/** The newest tree head that this device has seen, so that a history rewritten later shows (docs/PROOF.md, "Heads"). */
export const rememberedHead = {
  read: (): TreeHead | undefined => readJson(KEY, VERSION, parse),
  write: (head: TreeHead): void => {
    writeJson(KEY, VERSION, head)
  },
}
