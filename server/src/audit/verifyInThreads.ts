import type { KeyObject } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createIdleThread } from '../shared/idleThread'

/** An order with a text, and the signature of it that is kept. */
export interface SignedRow {
  order_number: bigint
  /** The number of its key. */
  signed_with: number
  /** Hex. */
  signature: string
  entry: string
}

/** A key; the private one only if this process holds it. */
export interface AuditKey {
  publicKey: KeyObject
  privateKey: KeyObject | undefined
}

interface Question {
  keys: ReadonlyMap<number, AuditKey>
  rows: readonly SignedRow[]
}

/**
 * Returns the numbers of the orders whose signature is not that of the entry. Ed25519 gives one signature for a text and a key,
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

/** Verifies in as many threads as there are cores, up to `THREADS_MAX`; returns the orders whose signature is wrong. */
export function createVerifier() {
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
