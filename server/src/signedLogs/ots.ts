import { createHash } from 'node:crypto'

/** Proofs of OpenTimestamps, as calendars answer with them and as files: what docs/PROOF_FORMAT.md says in "Time stamps". */

const [ATTESTATION, SHA256, APPEND, PREPEND, FORK] = [0x00, 0x08, 0xf0, 0xf1, 0xff]
const [PENDING, BITCOIN] = ['83dfe30d2ef90c8e', '0588960d73d71901']
const [RESULT_MAX, PAYLOAD_MAX, OPERATIONS_MAX] = [4_096, 8_192, 256]
/** The beginning of a file: what it is, its version, and that the digest after it is a SHA-256. */
const BEGIN = Buffer.from('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e892940108', 'hex')
const DIGEST_BYTES = 32

/** The end of some operations on the digest: their result, and who attests to it. */
export interface OtsWay {
  /** As they are written, one after the other. */
  operations: Buffer
  result: Buffer
  /** As it is written. */
  attestation: Buffer
  /** The calendar that promises to have more later, if that is the attestation. */
  calendar?: string
  /** Whether the result is the root of the transactions of a block of Bitcoin. */
  isInBlock: boolean
}

function createCursor(bytes: Buffer) {
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw new Error('the proof ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  /** Seven bits in a byte, the lowest ones first. */
  function number(): number {
    for (let value = 0, factor = 1; factor <= 2 ** 28; factor *= 128) {
      const [byte = 0] = take(1)
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
    throw new Error('a number of the proof is too long')
  }
  const block = (most: number) => {
    const length = number()
    if (length > most) throw new Error('a part of the proof is too long')
    return take(length)
  }
  return { take, block, position: () => at, isAtEnd: () => at === bytes.length }
}

type Cursor = ReturnType<typeof createCursor>

function readAttestation(cursor: Cursor): Pick<OtsWay, 'calendar' | 'isInBlock'> {
  const tag = cursor.take(8).toString('hex')
  const payload = createCursor(cursor.block(PAYLOAD_MAX))
  return {
    ...(tag === PENDING && { calendar: payload.block(1_000).toString('latin1').replace(/\/+$/, '') }),
    isInBlock: tag === BITCOIN,
  }
}

function apply(operation: number, message: Buffer, cursor: Cursor): Buffer {
  if (operation === SHA256) return createHash('sha256').update(message).digest()
  if (operation !== APPEND && operation !== PREPEND)
    throw new Error(`the proof has an operation, ${operation.toString(16)}, that is not used here`)
  const more = cursor.block(RESULT_MAX)
  const result = Buffer.concat(operation === APPEND ? [message, more] : [more, message])
  if (more.length === 0 || result.length > RESULT_MAX) throw new Error('a result in the proof is too long')
  return result
}

/** The ways from a message through a proof of it; throws a sentence for anything that is no whole proof. */
export function readOts(bytes: Buffer, message: Buffer): OtsWay[] {
  const cursor = createCursor(bytes)
  const ways: OtsWay[] = []
  // Results from which something more has to lead on, the next one last.
  const open = [{ result: message, operations: Buffer.of(), depth: 0 }]
  for (let from = open.pop(); from; from = open.pop()) {
    let [tag = 0] = cursor.take(1)
    if (tag === FORK) {
      open.push(from)
      tag = cursor.take(1)[0] ?? 0
    }
    const begin = cursor.position() - 1
    const written = () => bytes.subarray(begin, cursor.position())
    if (tag === ATTESTATION) {
      const said = readAttestation(cursor)
      ways.push({ operations: from.operations, result: from.result, attestation: written(), ...said })
    } else {
      if (from.depth === OPERATIONS_MAX) throw new Error('the proof has too many operations')
      const result = apply(tag, from.result, cursor)
      open.push({ result, operations: Buffer.concat([from.operations, written()]), depth: from.depth + 1 })
    }
  }
  if (!cursor.isAtEnd()) throw new Error('the proof goes on after its end')
  return ways
}

/** A file with a way from each calendar, as other programs take it. */
export function otsFile(digest: Buffer, ways: readonly OtsWay[]): Buffer {
  const parts = ways.flatMap(({ operations, attestation }, index) => [
    Buffer.of(...(index < ways.length - 1 ? [FORK] : [])),
    operations,
    attestation,
  ])
  return Buffer.concat([BEGIN, digest, ...parts])
}

/** The digest and the ways of a file that `otsFile` made. */
export function readOtsFile(file: Buffer): { digest: Buffer; ways: OtsWay[] } {
  const end = BEGIN.length + DIGEST_BYTES
  const digest = file.subarray(BEGIN.length, end)
  return { digest, ways: readOts(file.subarray(end), digest) }
}
