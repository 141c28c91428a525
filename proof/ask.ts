import type { PlaceOrder } from '../contract/orders'
import type { OrderTerms } from '../contract/proof'
import { EMPTY_ROOT } from './hashing'
import { isSignedBy } from './signatures'
import type { DeviceSigner } from './signing'
import { askText } from './texts'

/** The order as it is sent, without what the device adds to it. */
export type AskedFields = Omit<PlaceOrder, 'ask'>

/**
 * The terms on the product's page when the order was placed, in addition to the sent ones: the order has to be accepted
 * with it.
 */
export type Agreed = Pick<
  OrderTerms,
  'source' | 'instrument' | 'currency' | 'scale' | 'entryTimeoutMs' | 'staleAfterMs' | 'sourceLagMs'
>

/** An order as this device has sent it, with what its page said. */
export interface AskedOrder extends PlaceOrder {
  /** First line of the checkpoints of the log that it was signed for. */
  origin: string
  agreed: Agreed
}

/** A state of the log of heads. */
export interface LogState {
  /** First line of the log's checkpoints. */
  origin: string
  size: number
  root: string
}

/** That of a device which has seen none. */
export const unseenLog = (origin: string): LogState => ({ origin, size: 0, root: EMPTY_ROOT })

/** A decimal amount in minor units: "100.00" of scale 2 is "10000". */
export function minorUnits(amount: string, scale: number): string {
  const [whole = '', fraction = ''] = amount.split('.')
  return (whole + fraction.padEnd(scale, '0').slice(0, scale)).replace(/^0+(?=\d)/, '')
}

/** The device's part of an order: which log it has seen, and its signature over all that it asks for. */
export function signAsk(
  signer: DeviceSigner,
  order: AskedFields,
  { currency, scale }: Pick<Agreed, 'currency' | 'scale'>,
  seen: LogState,
): PlaceOrder['ask'] {
  const ask = { seenHead: seen.size, seenRoot: seen.root, deviceKey: signer.publicKey }
  const text = askText(seen.origin, { ...order, ...ask, currency, scale, stake: minorUnits(order.stake, scale) })
  return { ...ask, signature: signer.sign(text) }
}

/** Whether the device that the terms name has signed for them. */
export const isAskSigned = (origin: string, terms: OrderTerms): boolean =>
  isSignedBy(askText(origin, terms), terms.deviceSignature, terms.deviceKey)
