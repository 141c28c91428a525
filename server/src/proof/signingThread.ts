import type { KeyObject } from 'node:crypto'
import { createIdleThread } from '../shared/idleThread'

/** Signs any number of texts, each with its own answer; the texts of one turn of the event loop go together. */
export type SignMany = (text: string) => Promise<Buffer>

const SIGNATURE_BYTES = 64

/** A message to the thread and back costs about as much as this many signatures, and its start a few hundred. */
const HERE_MAX = 4

const PROGRAM = `
const { sign } = require('node:crypto')
parentPort.on('message', (texts) => {
  parentPort.postMessage(Buffer.concat(texts.map((text) => sign(null, Buffer.from(text, 'utf8'), workerData))))
})`

interface Waiting {
  text: string
  done(signature: Buffer): void
}

/**
 * Ed25519 takes 40 µs, more than everything else that this process does for an order. What comes alone is signed at once by
 * `signHere`; what comes together is signed by a thread, while the event loop takes the next requests. A thread that ends
 * unexpectedly loses nothing: its work is done here.
 */
export function createSigningThread(key: KeyObject, signHere: (text: string) => Buffer, program = PROGRAM): SignMany {
  let waiting: Waiting[] = []
  const thread = createIdleThread<string[], Uint8Array>(program, key)

  const answerHere = (batch: readonly Waiting[]) => {
    for (const { text, done } of batch) done(signHere(text))
  }

  async function answerAside(batch: readonly Waiting[]) {
    const signatures = await thread.ask(batch.map(({ text }) => text)).catch(() => undefined)
    if (!signatures) return answerHere(batch)
    const bytes = Buffer.from(signatures.buffer, signatures.byteOffset, signatures.byteLength)
    for (const [index, { done }] of batch.entries()) {
      done(bytes.subarray(index * SIGNATURE_BYTES, (index + 1) * SIGNATURE_BYTES))
    }
  }

  function dispatch() {
    const batch = waiting
    waiting = []
    if (batch.length <= HERE_MAX) answerHere(batch)
    else void answerAside(batch)
  }

  return (text) =>
    new Promise((done) => {
      if (waiting.length === 0) setImmediate(dispatch)
      waiting.push({ text, done })
    })
}
