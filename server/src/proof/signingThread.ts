import type { KeyObject } from 'node:crypto'
import { Worker } from 'node:worker_threads'

/** Signs any number of texts, each with an answer of its own; the texts of one turn of the event loop go together. */
export type SignMany = (text: string) => Promise<Buffer>

const SIGNATURE_BYTES = 64

/** A message to the thread and back costs about as much as this many signatures, and its start a few hundred. */
const HERE_MAX = 4
/** Without work for this long the thread ends. */
const IDLE_MS = 10_000

/** What the thread runs: JavaScript as it is, because the server is bundled into one file. */
const PROGRAM = `
const { sign } = require('node:crypto')
const { parentPort, workerData: key } = require('node:worker_threads')
parentPort.on('message', (texts) => {
  parentPort.postMessage(Buffer.concat(texts.map((text) => sign(null, Buffer.from(text, 'utf8'), key))))
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
  let sent: Waiting[][] = []
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const answerHere = (batch: readonly Waiting[]) => {
    for (const { text, done } of batch) done(signHere(text))
  }

  function start(): Worker {
    const started = new Worker(program, { eval: true, workerData: key })
    started.on('message', (signatures: Uint8Array) => {
      const bytes = Buffer.from(signatures.buffer, signatures.byteOffset, signatures.byteLength)
      const batch = sent.shift() ?? []
      for (const [index, { done }] of batch.entries()) {
        done(bytes.subarray(index * SIGNATURE_BYTES, (index + 1) * SIGNATURE_BYTES))
      }
      if (sent.length === 0) started.unref()
    })
    // 'exit' follows.
    started.on('error', () => undefined)
    started.on('exit', () => {
      if (thread !== started) return
      thread = undefined
      const lost = sent
      sent = []
      answerHere(lost.flat())
    })
    return started
  }

  function restUntilNeeded() {
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (sent.length > 0) return restUntilNeeded()
      const ended = thread
      thread = undefined
      void ended?.terminate()
    }, IDLE_MS).unref()
  }

  function dispatch() {
    const batch = waiting
    waiting = []
    if (batch.length <= HERE_MAX) return answerHere(batch)
    thread ??= start()
    sent.push(batch)
    thread.ref()
    thread.postMessage(batch.map(({ text }) => text))
    restUntilNeeded()
  }

  return (text) =>
    new Promise((done) => {
      if (waiting.length === 0) setImmediate(dispatch)
      waiting.push({ text, done })
    })
}
