import type { KeyObject } from 'node:crypto'
import type { Keyring } from '../signedLogs/keys'
import { publicKeyOf } from '../signedLogs/signer'
import { byIdsOf, FINDINGS_MAX, type Sweep } from './sweep'
import { findWrongSignatures, type SignedRow } from './verifySignatures'

/**
 * The signatures of acceptances that are kept: each is that of the leaf in the orders log under the key of its time. Those are
 * what a user gets who asks again, so one that was changed would look like a promise that was never made.
 */
export const createAcceptancesSweep = (keyring: Pick<Keyring, 'keyAt'>): Sweep => ({
  name: 'acceptances',
  perSlice: 2_500,
  grows: true,
  ...byIdsOf('acceptance', 'order_number'),
  async find(database, from, to) {
    const rows = await database.query<SignedRow>(
      `select kept.order_number, kept.signed_with, encode(kept.signature, 'hex') as signature, accepted.entry
         from acceptance kept join accepted_order accepted on accepted.order_number = kept.order_number
        where kept.order_number > $1 and kept.order_number <= $2
          and accepted.order_number > $1 and accepted.order_number <= $2 order by kept.order_number`,
      [from, to],
    )
    const keys = new Map<number, KeyObject>()
    for (const number of new Set(rows.map((row) => row.signed_with)))
      keys.set(number, publicKeyOf(await keyring.keyAt(number)))
    const wrong = await findWrongSignatures(keys, rows)
    return wrong.slice(0, FINDINGS_MAX).map((id) => ({ kind: 'row_differs', table: 'acceptance', id }))
  },
})
