import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { PlaceOrder } from '../../../../contract/orders'
import { formatMoney } from '../../shared/money'
import type { Settings } from '../../shared/settings'
import { askText } from '../../signedLogs/texts'
import type { TradedProduct } from '../orders/service'

/** An example is asked for this often. */
export const EXAMPLE_EVERY_MS = 60_000
/** Nodes that place in the same span of time place the same order. */
const SLOT_MS = 5_000
const KEY_BYTES = 32

/** The example's device: a key of this process, as any phone has one. */
export function createExampleDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES).toString('hex'),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('hex'),
  }
}

/** A UUID version 7 of a slot: its time, and the same random part on all nodes. */
function idOf(origin: string, slotMs: number): string {
  const time = slotMs.toString(16).padStart(12, '0')
  const rest = createHash('sha256').update(`example|${origin}|${slotMs}`).digest('hex')
  const variant = '89ab'[Number.parseInt(rest[3] ?? '0', 16) % 4]
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${rest.slice(0, 3)}`,
    `${variant}${rest.slice(4, 7)}`,
    rest.slice(7, 19),
  ].join('-')
}

export interface ExampleOf {
  origin: string
  currency: Settings['currency']
  product: TradedProduct
  device: ReturnType<typeof createExampleDevice>
  /** The newest head, which the device has seen. */
  seen: { number: number; root: string }
}

/**
 * The example order of now: the smallest stake, the shortest duration, up and down by turns. Nothing in it depends on
 * prices or on how earlier ones ended.
 */
export function exampleOrder(nowMs: number, { origin, currency, product, device, seen }: ExampleOf): PlaceOrder {
  const slotMs = nowMs - (nowMs % SLOT_MS)
  const [duration] = [...product.durations].sort((a, b) => a.seconds - b.seconds)
  const order = {
    id: idOf(origin, slotMs),
    symbol: product.symbol,
    direction: Math.floor(slotMs / EXAMPLE_EVERY_MS) % 2 === 0 ? ('up' as const) : ('down' as const),
    stake: formatMoney(product.stakeMin, currency.scale),
    durationSeconds: duration?.seconds ?? 0,
    earningsRateBp: duration?.earningsRateBp ?? 0,
  }
  const ask = { seenHead: seen.number, seenRoot: seen.root, deviceKey: device.key, signature: '' }
  const text = askText({
    ...order,
    ask,
    origin,
    currency: currency.code,
    scale: currency.scale,
    stake: String(product.stakeMin),
  })
  return { ...order, ask: { ...ask, signature: device.sign(text) } }
}
