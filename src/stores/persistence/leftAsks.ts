import type { LeftAsk } from '../../../proof/leftAsk'
import { readJson, writeJson } from '../../platform/storage'

const KEY = 'leftAsks'
const VERSION = 1
/** Most asks to keep, some 1 kB each; the oldest go first. */
const MAX = 100

/** An ask that was left with witnesses. */
export interface KeptLeftAsk extends LeftAsk {
  orderId: string
  /** Whose it is: another user of this device must not see it. */
  account: string
}

function isKept(value: unknown): value is KeptLeftAsk {
  const { orderId, account, ask, signature, seenBy } = (value ?? {}) as Partial<KeptLeftAsk>
  return [orderId, account, ask, signature].every((text) => typeof text === 'string') && Array.isArray(seenBy)
}

const readAll = (): KeptLeftAsk[] =>
  readJson(KEY, VERSION, (value) => (Array.isArray(value) ? value.filter(isKept) : undefined)) ?? []

/** What witnesses have signed about this device's asks. */
export const deviceLeftAsks = {
  read(orderId: string): LeftAsk | undefined {
    const found = readAll().find((each) => each.orderId === orderId)
    return found && { ask: found.ask, signature: found.signature, seenBy: found.seenBy }
  },
  keep(left: KeptLeftAsk): void {
    writeJson(KEY, VERSION, [...readAll(), left].slice(-MAX))
  },
}
