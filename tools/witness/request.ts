import { fromBase64 } from '../../proof/base64'
import { keyIdOf } from '../../proof/notes'
import { isSignedBy } from '../../proof/signatures'
import { parseVerifierKey } from '../../proof/witnesses'
import { createLogReader, type LogReader } from '../lib/logReader'

export const LOG_KEY = '01'
export const NAME = /^[!-*,-~]{1,120}$/
/** How long reading may take: the log waits 5 s for its answer. */
export const READ_WITHIN_MS = 2_000
const PATH_MAX = 63
const SIGNATURES_MAX = 64

/** A log that is watched, by one of its keys. */
export interface Log {
  origin: string
  /** Hex. */
  publicKey: string
  reader: LogReader
}

/** A log from `name+id+key`, a space and the address of its server; throws a sentence for anything else. */
export function parseLog(text: string): Log {
  const [verifierKey = '', url = ''] = text.split(' ')
  const key = parseVerifierKey(verifierKey, LOG_KEY)
  if (!key) throw new Error(`${text} has no key of a log, or is misspelt: the id is that of another name or key`)
  if (!/^https?:\/\/[^/]+/.test(url)) throw new Error(`${text} lacks the address at which heads are read`)
  return { origin: key.name, publicKey: key.publicKey, reader: createLogReader(url, { withinMs: READ_WITHIN_MS }) }
}

/** A request to sign a checkpoint (c2sp.org/tlog-witness). */
export interface Request {
  /** The size that the log takes for the last signed one. */
  old: number
  path: string[]
  /** The signed part of the checkpoint. */
  text: string
  origin: string
  size: number
  root: string
  /** The lines after it. */
  signatures: string[]
}

/** A hash of 32 bytes as hex, in its one spelling. */
function readHash(text: string | undefined): string | undefined {
  const hash = fromBase64(text ?? '')
  return hash?.length === 64 ? hash : undefined
}

const readSize = (text: string | undefined): number | undefined =>
  /^(0|[1-9]\d{0,15})$/.test(text ?? '') ? Number(text) : undefined

/** The parts of `old size, path, empty line, checkpoint`; undefined for anything else. */
export function readRequest(body: string): Request | undefined {
  const middle = body.indexOf('\n\n')
  const end = body.lastIndexOf('\n\n')
  if (middle < 0 || end === middle || !body.endsWith('\n')) return undefined
  const [first = '', ...hashes] = body.slice(0, middle).split('\n')
  const old = first.startsWith('old ') ? readSize(first.slice(4)) : undefined
  const path = hashes.flatMap((hash) => readHash(hash) ?? [])
  const text = body.slice(middle + 2, end + 1)
  const [origin, sizeText, rootText, ...more] = text.split('\n')
  const [size, root] = [readSize(sizeText), readHash(rootText)]
  const isPath = path.length === hashes.length && path.length <= PATH_MAX
  if (old === undefined || size === undefined || root === undefined || !isPath || !origin) return undefined
  if (more.at(-1) !== '' || more.slice(0, -1).includes('')) return undefined
  const signatures = body
    .slice(end + 2)
    .trimEnd()
    .split('\n')
    .slice(0, SIGNATURES_MAX)
  return { old, path, text, origin, size, root, signatures }
}

/** The log's own lines; undefined if there is none, or one is wrong. */
export function logLines({ text, signatures, origin }: Request, keys: readonly Log[]): string[] | undefined {
  const own: string[] = []
  for (const { publicKey } of keys) {
    const id = keyIdOf(origin, LOG_KEY, publicKey)
    for (const line of signatures) {
      const [dash, name, signature] = line.split(' ')
      const hex = fromBase64(signature ?? '') ?? ''
      if (dash !== '—' || name !== origin || !hex.startsWith(id)) continue
      if (!isSignedBy(text, hex.slice(id.length), publicKey)) return undefined
      own.push(line)
    }
  }
  return own.length > 0 ? own : undefined
}
