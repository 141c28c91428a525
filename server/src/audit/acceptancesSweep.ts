import { type KeyObject, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { byIdsOf, FINDINGS_MAX, type Finding, type Sweep } from '../ledger/sweep'
import type { Keyring } from '../proof/keys'
import { publicKeyOf } from '../proof/signer'
import { inLanes } from '../shared/lanes'

/** In a thread of its own: what takes 100 µs must not be done a thousand times where requests are answered. */
const verifyAside = promisify<null, Buffer, KeyObject, Buffer, boolean>(verify)

/** As many as there are such threads, and as many that wait for one. */
const AT_ONCE = 8

/**
 * The signatures of acceptances that are kept: each is that of the leaf in the orders log under the key of its time. Those are
 * what a user gets who asks again, so one that was changed would look like a promise that was never made.
 */
export function createAcceptancesSweep(keyring: Pick<Keyring, 'keyAt'>): Sweep {
  return {
    name: 'acceptances',
    perSlice: 2_500,
    grows: true,
    ...byIdsOf('acceptance', 'order_number'),
    async find(database, from, to) {
      const rows = await database.query<{
        order_number: bigint
        signed_with: number
        signature: Buffer
        entry: string
      }>(
        `select kept.order_number, kept.signed_with, kept.signature, accepted.entry
           from acceptance kept join accepted_order accepted on accepted.order_number = kept.order_number
          where kept.order_number > $1 and kept.order_number <= $2
            and accepted.order_number > $1 and accepted.order_number <= $2 order by kept.order_number`,
        [from, to],
      )
      const findings: Finding[] = []
      const keys = new Map<number, KeyObject>()
      for (const number of new Set(rows.map((row) => row.signed_with)))
        keys.set(number, publicKeyOf(await keyring.keyAt(number)))
      await inLanes(AT_ONCE, rows, async ({ order_number: id, signed_with, signature, entry }) => {
        if (findings.length >= FINDINGS_MAX) return
        const key = keys.get(signed_with)
        if (!key || !(await verifyAside(null, Buffer.from(entry), key, signature)))
          findings.push({ kind: 'row_differs', table: 'acceptance', id })
      })
      return findings
    },
  }
}
