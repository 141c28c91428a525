import type { AnyReceipt } from '../../contract/proof'
import type { ReceiptCheck } from '../../proof/receipt'
import { knownSigners } from '../../proof/signed/signers'
import { readUpdate } from '../../proof/signed/update'
import { isOracleAnswer } from './answers'
import type { Finding } from './sentences'

/** Of a signature: the signer's place, r and s; its last byte is the parity. */
const SIGNATURE_BYTES = 66
const NODE_BYTES = 20

/**
 * The messages of an update as the oracle sends it, each as an update in its canonical form (docs/PROOF_FORMAT.md, "Updates"):
 * several messages, a later minor version, a trailing header, and parities of 27 and 28. None for anything else.
 */
function canonicalUpdates(hex: string): string[] {
  const data = Buffer.from(hex, 'hex')
  let at = 0
  const take = (count: number) => {
    if (at + count > data.length) throw new RangeError('too short')
    at += count
    return data.subarray(at - count, at)
  }
  const number = (count: number) => take(count).readUIntBE(0, count)
  try {
    take(6)
    take(number(1) + 1)
    const vaa = Buffer.from(take(number(2)))
    for (let nth = 0, end = 6 + SIGNATURE_BYTES; nth < (vaa[5] ?? 0); nth++, end += SIGNATURE_BYTES)
      vaa.writeUInt8(vaa.readUInt8(end - 1) % 27, end - 1)
    const length = vaa.length.toString(16).padStart(4, '0')
    return Array.from({ length: number(1) }, () => {
      const from = at
      take(number(2))
      take(number(1) * NODE_BYTES)
      return `504e415501000000${length}${vaa.toString('hex')}01${data.toString('hex', from, at)}`
    })
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

interface Oracle {
  hermes: string
  signers: readonly string[]
}

/** Whether the oracle has a price for the second of which the house says that there was none. */
export async function oracleFindings(
  receipt: AnyReceipt,
  { withoutPrice: second }: Pick<ReceiptCheck, 'withoutPrice'>,
  { hermes, signers }: Oracle,
): Promise<Finding[]> {
  const { order } = receipt
  if (!('updates' in receipt))
    throw new Error('--hermes asks about signed prices, and this receipt has none: leave it out.')
  if (second === undefined) return []
  const limitMs = receipt.updates.length === 0 ? order.entryTimeoutMs : order.staleAfterMs
  const [feed, id = ''] = order.instrument.split(':')
  const key = process.env.PYTH_API_KEY
  const answer = await fetch(new URL(`/v2/updates/price/${second}?ids[]=${feed}&encoding=hex&parsed=false`, hermes), {
    headers: key ? { authorization: `Bearer ${key}` } : {},
    signal: AbortSignal.timeout(30_000),
  })
  if (answer.status === 404) return []
  if (!answer.ok) throw new Error(`${hermes} answers ${answer.status}: try again later, with its key in PYTH_API_KEY.`)
  const answered = await answer.json()
  if (!isOracleAnswer(answered)) throw new Error(`${hermes} shows no updates: is it the oracle?`)
  const set = knownSigners(signers.join(' ')).get(id)
  for (const update of set ? answered.binary.data.flatMap(canonicalUpdates) : []) {
    const price = set && (await readUpdate(update, set, async () => undefined))
    const isFor = price?.feed === feed && price.previousAt < second && second <= price.publishedAt
    if (isFor && (price.publishedAt - second) * 1_000 <= limitMs)
      return [['kept_back', `the oracle has a signed price for second ${second}, and the house shows none`]]
  }
  return []
}
