import type { Me } from '../../../contract/accounts'
import type { ProductSummary } from '../../../contract/market'
import type { Order } from '../../../contract/orders'
import { readJson, removeKey, writeJson } from '../../platform/storage'

/** The last shown data of the screens, so that the app opens with it if there is no network. */
export interface LastKnown {
  products: readonly ProductSummary[]
  /** Data of the user who was logged in; without one, no user's data is kept. */
  user: { account: string; me: Me | null; positions: readonly Order[]; steps: boolean } | null
}

const KEY = 'lastKnown'
/** Raise it when one of the shapes changes. */
const VERSION = 2

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isNamed = (value: unknown, field: string) => isRecord(value) && typeof value[field] === 'string'

function parse(value: unknown): LastKnown | undefined {
  if (!isRecord(value)) return undefined
  const { products, user } = value
  if (!Array.isArray(products) || !products.every((product) => isNamed(product, 'symbol'))) return undefined
  if (user === null) return { products, user }
  if (!isRecord(user) || typeof user.account !== 'string' || !Array.isArray(user.positions)) return undefined
  const { account, me, positions } = user
  if (!positions.every((order) => isNamed(order, 'id'))) return undefined
  // VERSION guarantees the shape, and the server's answer soon replaces the value.
  const steps = user.steps === true
  return { products, user: { account, me: isRecord(me) ? (me as unknown as Me) : null, positions, steps } }
}

export const readLastKnown = (): LastKnown | undefined => readJson(KEY, VERSION, parse)
export const writeLastKnown = (known: LastKnown): boolean => writeJson(KEY, VERSION, known)
export const forgetLastKnown = (): void => removeKey(KEY)
