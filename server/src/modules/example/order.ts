import { generateKeyPairSync, sign } from 'node:crypto'
import { v7 } from 'uuid'
import type { PlaceOrder } from '../../../../contract/orders'
import { formatMoney } from '../../shared/money'
import type { Settings } from '../../shared/settings'
import { MINUTE_MS } from '../../shared/time'
import { askText } from '../../signedLogs/texts'
import type { TradedProduct } from '../orders/service'

const KEY_BYTES = 32

/** The example's device: a key of this process, as any phone has one. */
export function createExampleDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES).toString('hex'),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('hex'),
  }
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
  const [duration] = [...product.durations].sort((a, b) => a.seconds - b.seconds)
  const order = {
    // Nobody can foretell it, and with it block the example.
    id: v7({ msecs: nowMs }),
    symbol: product.symbol,
    direction: Math.floor(nowMs / MINUTE_MS) % 2 === 0 ? ('up' as const) : ('down' as const),
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
