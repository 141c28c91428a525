import type { KeyObject } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { byIdsOf, FINDINGS_MAX, type Sweep } from '../ledger/sweep'
import { isHere, type Keyring } from '../proof/keys'
import { publicKeyOf } from '../proof/signer'
import { createIdleThread } from '../shared/idleThread'

interface Kept {
  order_number: bigint
  signed_with: number
  /** Hex. */
  signature: string
  entry: string
}

/** A key of the log; the private one only where this process holds it. */
interface AuditKey {
  publicKey: KeyObject
  privateKey: KeyObject | undefined
}

interface Question {
  keys: ReadonlyMap<number, AuditKey>
  rows: readonly Kept[]
}

/**
 * Answers the numbers of the orders whose signature is not that of the entry. Ed25519 gives one signature for a text and a key,
 * and signing takes a third of verifying: a signature that comes out again is right, any other is verified. What is signed here
 * for that leaves the thread as little as the key does. Plain calls, one after the other in a thread, add nothing to the
 * arithmetic; calls that each go to Node.js's pool of threads and back add 13 µs, most of them where requests are answered.
 */
const PROGRAM = `
const { sign, verify } = require('node:crypto')
parentPort.on('message', ({ keys, rows }) => {
  const isRight = (row) => {
    const { publicKey, privateKey } = keys.get(row.signed_with)
    const text = Buffer.from(row.entry, 'utf8')
    const signature = Buffer.from(row.signature, 'hex')
    return (privateKey && sign(null, text, privateKey).equals(signature)) || verify(null, text, publicKey, signature)
  }
  parentPort.postMessage(rows.filter((row) => !isRight(row)).map((row) => row.order_number))
})`

const THREADS_MAX = 4
/** Fewer rows are not worth another thread. */
const ROWS_OF_THREAD = 250

/** Verifies in as many threads as there are cores, up to `THREADS_MAX`. */
function createVerifier() {
  const threads = Array.from({ length: Math.min(THREADS_MAX, availableParallelism()) }, () =>
    createIdleThread<Question, bigint[]>(PROGRAM),
  )
  return async ({ keys, rows }: Question): Promise<bigint[]> => {
    const each = Math.max(ROWS_OF_THREAD, Math.ceil(rows.length / threads.length))
    const parts = threads.map((thread, nth) => ({ thread, rows: rows.slice(nth * each, (nth + 1) * each) }))
    const wrong = parts.filter((part) => part.rows.length > 0).map((part) => part.thread.ask({ keys, rows: part.rows }))
    return (await Promise.all(wrong)).flat()
  }
}

/**
 * The signatures of acceptances that are kept: each is that of the leaf in the orders log under the key of its time. Those are
 * what a user gets who asks again, so one that was changed would look like a promise that was never made.
 */
export function createAcceptancesSweep(keyring: Pick<Keyring, 'held' | 'keyAt'>): Sweep {
  const findWrong = createVerifier()

  async function auditKey(number: number): Promise<AuditKey> {
    const publicKey = await keyring.keyAt(number)
    const held = (await keyring.held()).filter(isHere).find((key) => key.publicKey.toString('hex') === publicKey)
    return { publicKey: publicKeyOf(publicKey), privateKey: held?.privateKey }
  }

  return {
    name: 'acceptances',
    perSlice: 2_500,
    grows: true,
    ...byIdsOf('acceptance', 'order_number'),
    async find(database, from, to) {
      const rows = await database.query<Kept>(
        `select kept.order_number, kept.signed_with, encode(kept.signature, 'hex') as signature, accepted.entry
           from acceptance kept join accepted_order accepted on accepted.order_number = kept.order_number
          where kept.order_number > $1 and kept.order_number <= $2
            and accepted.order_number > $1 and accepted.order_number <= $2 order by kept.order_number`,
        [from, to],
      )
      const keys = new Map<number, AuditKey>()
      for (const number of new Set(rows.map((row) => row.signed_with))) keys.set(number, await auditKey(number))
      const wrong = await findWrong({ keys, rows })
      return wrong.slice(0, FINDINGS_MAX).map((id) => ({ kind: 'row_differs', table: 'acceptance', id }))
    },
  }
}
