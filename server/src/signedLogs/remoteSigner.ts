import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../shared/log'
import type { KeySource, Signer } from './signer'
import type { SignerSettings } from './signerSettings'

export const SIGNER_PATHS = { keys: '/keys', sign: '/sign' }
/** Texts of one request. */
export const SIGNER_TEXTS_MAX = 1_000

const SIGNATURE_BYTES = 64
/** Signatures that wait: beyond it a node refuses at once. */
const WAITING_MAX = 20_000
const SOCKETS_MAX = 4
const ANSWER_MS = 2_000
/** How long signing is tried for an order that was already accepted, before its user has to ask again. */
const TRY_MS = 3_000
const TRY_AGAIN_MS = 100
const LOOK_EVERY_MS = 1_000
const START_MS = 10_000

/** Nothing can be signed now; the caller can ask again. */
export class SignerAwayError extends Error {
  override name = 'SignerAwayError'
  readonly statusCode = 503
  constructor(why: string) {
    super(`The signer (SIGNER_URL) does not answer: ${why}`)
  }
}

/** It answers and refuses: asking again changes nothing. */
class SignerRefusal extends Error {
  override name = 'SignerRefusal'
}

type Ask = (method: string, path: string, body?: string) => Promise<Buffer>

function createAsk(settings: SignerSettings): Ask {
  const keep = { keepAlive: true, maxSockets: SOCKETS_MAX }
  const place: RequestOptions =
    'path' in settings
      ? { socketPath: settings.path, agent: new Agent(keep) }
      : { host: settings.host, port: settings.port, agent: new TlsAgent({ ...keep, ...settings.tls }) }
  const send = 'path' in settings ? request : tlsRequest

  async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of answer) parts.push(part as Buffer)
    if (answer.statusCode === 200) return Buffer.concat(parts)
    const text = `it answers ${answer.statusCode}`
    throw answer.statusCode === 403 || answer.statusCode === 400 ? new SignerRefusal(text) : new Error(text)
  }

  return (method, path, body = '') =>
    new Promise((resolve, reject) => {
      const headers = { 'content-length': Buffer.byteLength(body) }
      const signal = AbortSignal.timeout(ANSWER_MS)
      send({ ...place, method, path, headers, signal }, (answer) => bytesOf(answer).then(resolve, reject))
        .once('error', reject)
        .end(body)
    })
}

interface Waiting {
  text: string
  done(signature: Buffer): void
  failed(error: unknown): void
}

/** Signatures of one key; requests of one turn of the event loop are sent together. */
function createRemoteSigner(key: string, ask: Ask): Signer['sign'] {
  let waiting: Waiting[] = []
  let open = 0

  async function signaturesOf(texts: readonly string[]): Promise<Buffer> {
    const until = performance.now() + TRY_MS
    for (;;) {
      try {
        const bytes = await ask('POST', SIGNER_PATHS.sign, JSON.stringify({ key, texts }))
        if (bytes.length === texts.length * SIGNATURE_BYTES) return bytes
        throw new SignerRefusal('it answers with another number of signatures')
      } catch (error) {
        if (error instanceof SignerRefusal) throw error
        if (performance.now() > until) throw new SignerAwayError(String(error))
        await sleep(TRY_AGAIN_MS)
      }
    }
  }

  async function send(batch: readonly Waiting[]) {
    try {
      const bytes = await signaturesOf(batch.map(({ text }) => text))
      for (const [index, { done }] of batch.entries())
        done(bytes.subarray(index * SIGNATURE_BYTES, (index + 1) * SIGNATURE_BYTES))
    } catch (error) {
      for (const { failed } of batch) failed(error)
    } finally {
      open -= batch.length
    }
  }

  function dispatch() {
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += SIGNER_TEXTS_MAX) void send(all.slice(at, at + SIGNER_TEXTS_MAX))
  }

  return (text) =>
    new Promise((done, failed) => {
      if (open >= WAITING_MAX) return failed(new SignerAwayError('too much waits for it'))
      open += 1
      if (waiting.length === 0) setImmediate(dispatch)
      waiting.push({ text, done, failed })
    })
}

/**
 * Keys that another process holds. That process is probed every second, so that a node refuses requests that need a
 * signature before it changes anything, and continues by itself once the signer is back.
 */
export function createRemoteKeys(
  settings: SignerSettings,
  log: Log,
  seen: (isThere: boolean) => void = () => undefined,
): KeySource {
  const ask = createAsk(settings)
  const made = new Map<string, Signer>()
  let signers: readonly Signer[] | undefined
  let away: SignerAwayError | undefined
  let looking: Promise<void> | undefined
  let next: NodeJS.Timeout | undefined
  let closed = false

  const signerOf = (key: string): Signer => {
    const known = made.get(key) ?? { publicKey: Buffer.from(key, 'hex'), sign: createRemoteSigner(key, ask) }
    made.set(key, known)
    return known
  }

  async function look() {
    try {
      const { keys } = JSON.parse(String(await ask('GET', SIGNER_PATHS.keys))) as { keys: string[] }
      signers = keys.map(signerOf)
      if (away) log.info('the signer answers again')
      away = undefined
    } catch (error) {
      if (!away) log.error({ err: error }, 'the signer does not answer: nothing that needs a signature is accepted')
      away = new SignerAwayError(error instanceof Error ? error.message : String(error))
    }
    seen(away === undefined)
    if (!closed) next = setTimeout(look, away ? TRY_AGAIN_MS : LOOK_EVERY_MS).unref()
  }

  async function found(): Promise<readonly Signer[]> {
    looking ??= look()
    await looking
    const until = performance.now() + START_MS
    while (!signers && performance.now() < until) await sleep(TRY_AGAIN_MS)
    if (!signers) throw away ?? new SignerAwayError('it has not answered yet')
    return signers
  }

  return {
    signers: found,
    ready() {
      if (away) throw away
    },
    close() {
      closed = true
      clearTimeout(next)
    },
  }
}
