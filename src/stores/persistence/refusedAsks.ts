import type { OrderRefusal } from '../../../contract/errors'
import type { AskedOrder } from '../../../proof/ask'
import type { FailureCode } from '../../domain/loadable'
import { readJson, writeJson } from '../../platform/storage'

const KEY = 'refusedAsks'
const VERSION = 1
/** Most asks to keep, some 1.5 kB each; the oldest go first. */
const MAX = 200
/** This many if the device has no room for all. */
const FEW = 20

/** An order that this device has asked for, and which the service says it has not made. */
export interface RefusedAsk {
  /** Whose it is: another user of this device must not see it. */
  account: string
  asked: AskedOrder
  code: FailureCode
  /** This device's clock, epoch ms. */
  toldAt: number
  /** As the house has signed it; without it, there is only its word. */
  refusal?: OrderRefusal
}

/** Refused asks with their answers, for good: an order that turns up later is none that the user may be held to. */
export interface RefusedAsks {
  read(orderId: string): RefusedAsk | undefined
  /** Keeps the first refusal of an ask, or the first one that is signed. */
  keep(ask: RefusedAsk): void
}

function isRefused(value: unknown): value is RefusedAsk {
  const { account, asked, code } = (value ?? {}) as Partial<RefusedAsk>
  return [account, asked?.id, asked?.origin, code].every((text) => typeof text === 'string')
}

const readAll = (): RefusedAsk[] =>
  readJson(KEY, VERSION, (value) => (Array.isArray(value) ? value.filter(isRefused) : undefined)) ?? []

export const deviceRefusedAsks: RefusedAsks = {
  read: (orderId) => readAll().find(({ asked }) => asked.id === orderId),
  keep(ask) {
    const all = readAll()
    const known = all.find(({ asked }) => asked.id === ask.asked.id)
    if (known && (known.refusal || !ask.refusal)) return
    const rows = [...all.filter((each) => each !== known), ask].slice(-MAX)
    if (!writeJson(KEY, VERSION, rows)) writeJson(KEY, VERSION, rows.slice(-FEW))
  },
}
