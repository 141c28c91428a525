import { chmodSync, existsSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Log } from '../shared/log'
import { SIGNER_PATHS, SIGNER_TEXTS_MAX } from './remoteSigner'
import { openSignedStates, type SignedStates } from './signedStates'
import type { KeyHolder } from './signer'
import type { SignerSettings } from './signerSettings'

const BODY_MAX = 2_000_000
const TEXT_MAX = 2_000
const REQUEST_MS = 5_000
/** By how much the log may grow at once, and how much of that comes back with each second; a head comes every 4 s. */
const GROWTH_MAX = 10_000
const GROWTH_PER_SECOND = 5

const ACCEPTANCE = /^accept\|4\|[^\n]+$/
const REFUSAL = /^refuse\|1\|[^\n]+$/
const CHECKPOINT = /^([^\n]+)\n([1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n$/

/**
 * Its signatures: acceptances of orders, refusals, and states of its own log, one for each size. A compromised node can have a
 * false state signed before the true one, but never a second state of the same size, even after a restart: the signer
 * signs no state of a size that it has forgotten. Nor can a node have so many signed far ahead that those of the true
 * log count as forgotten: the log grows no faster here than a log can.
 */
export function createGuard(origin: string, states: SignedStates, now = Date.now): (text: string) => boolean {
  let growth = { left: GROWTH_MAX, at: states.lastAtMs ?? now() }

  /**
   * The growth that the log is allowed now. A state is signed when somebody asks for it, so a quiet time counts in
   * full.
   */
  const growthLeft = () =>
    Math.min(GROWTH_MAX, growth.left) + (Math.max(0, now() - growth.at) / 1_000) * GROWTH_PER_SECOND

  return (text) => {
    if (text.length > TEXT_MAX) return false
    if (ACCEPTANCE.test(text) || REFUSAL.test(text)) return true
    const [, name, digits = '', root = ''] = CHECKPOINT.exec(text) ?? []
    const size = Number(digits)
    if (name !== origin || !Number.isSafeInteger(size)) return false
    const known = states.rootAt(size)
    if (known !== undefined) return known === root
    // The first state of all is of a log that may be old.
    const by = states.largest() === 0 ? 0 : Math.max(0, size - states.largest())
    const left = growthLeft() - by
    if (size <= states.forgottenTo() || left < 0) return false
    states.add(size, root)
    growth = { left, at: now() }
    return true
  }
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > BODY_MAX) return undefined
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** `{ key, texts }`; undefined for anything else. */
function readAsked(body: string | undefined): { key: string; texts: string[] } | undefined {
  try {
    const { key, texts } = JSON.parse(body ?? '') as { key?: unknown; texts?: unknown }
    if (typeof key !== 'string' || !Array.isArray(texts) || texts.length > SIGNER_TEXTS_MAX) return undefined
    return texts.every((text) => typeof text === 'string') ? { key, texts } : undefined
  } catch {
    return undefined
  }
}

function answer(response: ServerResponse, status: number, body: Buffer | string = '') {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body)
}

function createListener(
  holders: readonly KeyHolder[],
  isAllowed: (text: string) => boolean,
  log: Log,
): RequestListener {
  const byKey = new Map(holders.map((holder) => [holder.publicKey.toString('hex'), holder]))
  const keys = JSON.stringify({ keys: [...byKey.keys()] })

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const what = `${request.method} ${request.url}`
    if (what === `GET ${SIGNER_PATHS.keys}`) return answer(response, 200, keys)
    if (what !== `POST ${SIGNER_PATHS.sign}`) return answer(response, 404)
    const asked = readAsked(await bodyOf(request))
    const holder = asked && byKey.get(asked.key)
    if (!asked || !holder) return answer(response, 400)
    const refused = asked.texts.find((text) => !isAllowed(text))
    if (refused !== undefined) {
      log.error({ text: refused.slice(0, 200) }, 'a node asked for a signature that this log does not give')
      return answer(response, 403)
    }
    answer(response, 200, Buffer.concat(await Promise.all(asked.texts.map(holder.sign))))
  }

  return (request, response) => {
    handle(request, response).catch((error) => {
      log.warn({ err: error }, 'a request of a node failed')
      if (!response.headersSent) answer(response, 500)
    })
  }
}

/** A signer that was killed leaves its socket behind; one that answers there is another signer. */
async function removeDeadSocket(path: string): Promise<void> {
  if (!existsSync(path)) return
  const isAlive = await new Promise<boolean>((resolve) => {
    const probe = connect(path, () => {
      probe.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })
  if (!isAlive) rmSync(path, { force: true })
}

/**
 * The process that holds the keys, for nodes that hold none. What it has signed of the log is in a file of `dataDir`. Resolves
 * when it listens; returns what stops it.
 */
export async function startSignerServer(
  settings: SignerSettings,
  { holders, origin, dataDir }: { holders: readonly KeyHolder[]; origin: string; dataDir: string },
  log: Log,
): Promise<() => Promise<void>> {
  const states = openSignedStates(join(dataDir, 'signed-states'))
  const listener = createListener(holders, createGuard(origin, states), log)
  const limits = { requestTimeout: REQUEST_MS, keepAliveTimeout: 60_000 }
  const server =
    'path' in settings
      ? createServer(limits, listener)
      : createTlsServer(
          { ...limits, ...settings.tls, requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' },
          listener,
        )
  if ('path' in settings) await removeDeadSocket(settings.path)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if ('path' in settings) server.listen(settings.path, resolve)
    else server.listen({ host: settings.host, port: settings.port }, resolve)
  })
  // Anyone who may open the socket may have things signed: this account and its group.
  if ('path' in settings) chmodSync(settings.path, 0o660)
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
