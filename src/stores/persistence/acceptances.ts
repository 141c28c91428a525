import type { PlaceOrder } from '../../../contract/orders'
import type { Acceptance } from '../../../contract/proof'
import type { KeptAcceptance } from '../../domain/proof/sameOrder'
import { readJson, writeJson } from '../../platform/storage'

const KEY = 'acceptances'
const VERSION = 1
/** Most acceptances to keep, some 700 bytes each; the oldest go first. */
const MAX = 100

/** Signed acceptances of orders whose result this device has not checked yet (docs/PROOF.md, "Acceptance"). */
export interface Acceptances {
  read(orderId: string): KeptAcceptance | undefined
  /** Keeps the first acceptance of an order, so that a later, different one shows. */
  keep(acceptance: Acceptance, asked?: PlaceOrder): void
  forget(orderId: string): void
}

function isKept(value: unknown): value is KeptAcceptance {
  const { terms, signature, publicKey } = (value ?? {}) as Partial<KeptAcceptance>
  return typeof terms?.id === 'string' && typeof signature === 'string' && typeof publicKey === 'string'
}

const readAll = () => readJson(KEY, VERSION, (value) => (Array.isArray(value) ? value.filter(isKept) : undefined)) ?? []

export const deviceAcceptances: Acceptances = {
  read: (orderId) => readAll().find(({ terms }) => terms.id === orderId),
  keep(acceptance, asked) {
    const all = readAll()
    if (all.some(({ terms }) => terms.id === acceptance.terms.id)) return
    writeJson(KEY, VERSION, [...all, { ...acceptance, asked }].slice(-MAX))
  },
  forget(orderId) {
    const all = readAll()
    const rest = all.filter(({ terms }) => terms.id !== orderId)
    if (rest.length < all.length) writeJson(KEY, VERSION, rest)
  },
}
