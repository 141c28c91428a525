import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { PlaceOrder } from '../../contract/orders'

/** An order that no device has signed yet. */
export type UnsignedOrder = Omit<PlaceOrder, 'ask'>

const KEY_BYTES = 32

/** A device as the server knows it: its key, and what it signs. */
function createDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES).toString('hex'),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('hex'),
  }
}

const DEVICE = createDevice()
const NOTHING = createHash('sha256').digest('hex')

/** A device's knowledge in addition to the order: whose log it is, what it has seen of it, and the currency. */
export interface AskedOf {
  origin?: string
  seen?: { head: number; root: string }
  currency?: { code: string; scale: number }
}

const minorUnits = (amount: string, scale: number): string => {
  const [whole = '', fraction = ''] = amount.split('.')
  return String(BigInt(whole + fraction.padEnd(scale, '0')))
}

/** The order with the ask of a device (docs/PROOF_DESIGN.md, "Ask"), written apart from the server's code. */
export function asked<T extends UnsignedOrder>(
  order: T,
  {
    origin = 'localhost/api/log',
    seen = { head: 0, root: NOTHING },
    currency = { code: 'USD', scale: 2 },
  }: AskedOf = {},
): T & Pick<PlaceOrder, 'ask'> {
  const text = [
    'ask',
    1,
    origin,
    order.id,
    order.symbol,
    order.direction,
    minorUnits(order.stake, currency.scale),
    currency.code,
    currency.scale,
    order.durationSeconds,
    order.earningsRateBp,
    seen.head,
    seen.root,
    DEVICE.key,
  ].join('|')
  const ask = { seenHead: seen.head, seenRoot: seen.root, deviceKey: DEVICE.key, signature: DEVICE.sign(text) }
  return { ...order, ask }
}
