import type { KeyObject } from 'node:crypto'
import { isSoundKey } from '../signedLogs/asks'
import { parseLeaf } from '../signedLogs/leafFields'
import { publicKeyOf } from '../signedLogs/signer'
import { byIdsOf, FINDINGS_MAX, type Sweep } from './sweep'
import { findWrongSignatures, type SignedRow } from './verifySignatures'

/** The entry is that of the first whole second which begins more than this after the device asked. */
const ENTRY_DELAY_MS = 3_000

/** The first 48 bits of a UUID of version 7: when the device asked, epoch ms. */
const askedAtMs = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/**
 * The device's signature in an entry of the orders log (docs/PROOF_FORMAT.md, "Ask"); undefined for an entry that is no
 * acceptance.
 */
function askOf(entry: string, origin: string) {
  const order = parseLeaf('accept', entry)
  if (!order) return undefined
  const { id, symbol, direction, stake, currency, scale, durationSeconds, earningsRateBp } = order
  const { seenHead, seenRoot, deviceKey, deviceSignature: signature } = order
  const asked = ['ask', 1, origin, id, symbol, direction, stake, currency, scale, durationSeconds, earningsRateBp]
  const entrySecond = Math.floor((askedAtMs(id) + ENTRY_DELAY_MS) / 1_000) + 1
  const isInTime = Number(order.acceptedAt) === entrySecond * 1_000 - 1
  return { text: [...asked, seenHead, seenRoot, deviceKey].join('|'), deviceKey, signature, isInTime }
}

function keyOf(hex: string): KeyObject | undefined {
  try {
    return isSoundKey(hex) ? publicKeyOf(hex) : undefined
  } catch {
    // No point of the curve: it has signed nothing.
    return undefined
  }
}

/** Each accepted order was asked for: its device has signed it, and it was accepted when that device asked. */
export function createAsksSweep(origin: string): Sweep {
  return {
    name: 'asks',
    perSlice: 2_500,
    grows: true,
    ...byIdsOf('accepted_order', 'order_number'),
    async find(database, from, to) {
      const orders = await database.query<{ order_number: bigint; entry: string }>(
        'select order_number, entry from accepted_order where order_number > $1 and order_number <= $2',
        [from, to],
      )
      const wrong: bigint[] = []
      const numbers = new Map<string, number>()
      const keys = new Map<number, KeyObject>()
      const rows: SignedRow[] = []
      for (const { order_number, entry } of orders) {
        const ask = askOf(entry, origin)
        if (!ask) {
          wrong.push(order_number)
          continue
        }
        const { text, deviceKey, signature, isInTime } = ask
        const number = numbers.get(deviceKey) ?? numbers.size
        numbers.set(deviceKey, number)
        const publicKey = keys.get(number) ?? keyOf(deviceKey)
        if (publicKey) keys.set(number, publicKey)
        if (publicKey && isInTime) rows.push({ order_number, signed_with: number, signature, entry: text })
        else wrong.push(order_number)
      }
      wrong.push(...(await findWrongSignatures(keys, rows)))
      return wrong.slice(0, FINDINGS_MAX).map((id) => ({ kind: 'row_differs', table: 'accepted_order', id }))
    },
  }
}
