import { type KeyObject, verify } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { inLanes } from '../shared/lanes'

/** An order with a text, and the signature of it that is kept. */
export interface SignedRow {
  order_number: bigint
  /** The number of its key. */
  signed_with: number
  /** Hex. */
  signature: string
  entry: string
}

/** On Node.js's pool of threads, so that the event loop continues with requests. */
const verifyAside = promisify<null, Buffer, KeyObject, Buffer, boolean>(verify)

/** As many as that pool has threads. */
const LANES = Math.min(4, availableParallelism())

/** Returns the orders whose signature is not that of the entry under its key. */
export async function findWrongSignatures(
  keys: ReadonlyMap<number, KeyObject>,
  rows: readonly SignedRow[],
): Promise<bigint[]> {
  const wrong = new Set<SignedRow>()
  await inLanes(LANES, rows, async (row) => {
    const key = keys.get(row.signed_with)
    const isRight =
      key && (await verifyAside(null, Buffer.from(row.entry, 'utf8'), key, Buffer.from(row.signature, 'hex')))
    if (!isRight) wrong.add(row)
  })
  return rows.filter((row) => wrong.has(row)).map((row) => row.order_number)
}
