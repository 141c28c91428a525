import { fromHex, toHex } from './bytes'
import { sha256 } from './sha256'

/** Proofs of OpenTimestamps, as far as heads need them (docs/PROOF_FORMAT.md, "Time stamps"). */

/** Why a proof is none, in a few words. */
export class WrongOts extends Error {}

/** Who says that a message was there. */
export type Attestation =
  | { by: 'bitcoin'; height: number }
  /** Only a promise to have more later. */
  | { by: 'calendar'; address: string }
  | { by: 'other' }

/** What the operations of a proof make of its digest, hex, and who attests to that. */
export interface OtsResult {
  message: string
  attestation: Attestation
}

/** The beginning of a file: what it is, its version, and that the digest after it is a SHA-256. */
const BEGIN = '004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e892940108'
const DIGEST_BYTES = 32
const [ATTESTATION, SHA256, APPEND, PREPEND, FORK] = [0x00, 0x08, 0xf0, 0xf1, 0xff]
const [PENDING, BITCOIN] = ['83dfe30d2ef90c8e', '0588960d73d71901']
const TAG_BYTES = 8
const [MESSAGE_MAX, PAYLOAD_MAX, ADDRESS_MAX, OPERATIONS_MAX] = [4_096, 8_192, 1_000, 256]
const ADDRESS = /^[\w.:/-]+$/
/** Operations of the format that nothing here uses. */
const UNUSED: Record<number, string> = { 2: 'sha1', 3: 'ripemd160', 103: 'keccak256', 242: 'reverse', 243: 'hexlify' }

/** Reads some bytes from their beginning to their end; throws `WrongOts` if there are too few. */
class Cursor {
  private at = 0
  constructor(private readonly bytes: Uint8Array) {}

  take(length: number): Uint8Array {
    this.at += length
    if (this.at > this.bytes.length) throw new WrongOts('it ends too early')
    return this.bytes.subarray(this.at - length, this.at)
  }

  byte(): number {
    return this.take(1)[0] ?? 0
  }

  /** Seven bits in a byte, the lowest ones first. */
  number(): number {
    let value = 0
    for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
      const byte = this.byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
    throw new WrongOts('it has too large a number')
  }

  /** Bytes after their number. */
  block(most: number): Uint8Array {
    const length = this.number()
    if (length > most) throw new WrongOts(`it has a part of ${length} bytes, and ${most} are the most`)
    return this.take(length)
  }

  end(): void {
    if (this.at < this.bytes.length) throw new WrongOts('it goes on after its end')
  }
}

function readAttestation(cursor: Cursor): Attestation {
  const tag = toHex(cursor.take(TAG_BYTES))
  const payload = new Cursor(cursor.block(PAYLOAD_MAX))
  if (tag !== PENDING && tag !== BITCOIN) return { by: 'other' }
  const attestation: Attestation =
    tag === BITCOIN
      ? { by: 'bitcoin', height: payload.number() }
      : { by: 'calendar', address: String.fromCharCode(...payload.block(ADDRESS_MAX)) }
  payload.end()
  if (attestation.by === 'calendar' && !ADDRESS.test(attestation.address))
    throw new WrongOts('it names a calendar with no address')
  return attestation
}

function apply(operation: number, message: Uint8Array, cursor: Cursor): Uint8Array {
  if (operation === SHA256) return fromHex(sha256(message)) ?? new Uint8Array()
  if (operation !== APPEND && operation !== PREPEND) {
    const name = UNUSED[operation]
    throw new WrongOts(
      name ? `it uses ${name}, which this program does not` : `it has an unknown operation ${operation}`,
    )
  }
  const more = cursor.block(MESSAGE_MAX)
  const result = Uint8Array.from(operation === APPEND ? [...message, ...more] : [...more, ...message])
  if (more.length === 0 || result.length > MESSAGE_MAX)
    throw new WrongOts(`it makes a message of ${result.length} bytes with ${more.length} more`)
  return result
}

/**
 * Reads a file (`.ots`) about a digest and carries out its operations; throws `WrongOts`.
 * @param file its bytes
 * @returns the digest, hex, and each end that its operations lead to
 */
export function readOts(file: Uint8Array): { digest: string; results: OtsResult[] } {
  const cursor = new Cursor(file)
  if (toHex(cursor.take(BEGIN.length / 2)) !== BEGIN) throw new WrongOts('it does not begin as a proof of a SHA-256')
  const digest = cursor.take(DIGEST_BYTES)
  const results: OtsResult[] = []
  // Messages from which something more has to lead on, the next one last.
  const open = [{ message: digest, depth: 0 }]
  for (let from = open.pop(); from; from = open.pop()) {
    let tag = cursor.byte()
    if (tag === FORK) {
      open.push(from)
      tag = cursor.byte()
    }
    if (tag === ATTESTATION) {
      results.push({ message: toHex(from.message), attestation: readAttestation(cursor) })
      continue
    }
    if (from.depth === OPERATIONS_MAX) throw new WrongOts(`it has more than ${OPERATIONS_MAX} operations in a row`)
    open.push({ message: apply(tag, from.message, cursor), depth: from.depth + 1 })
  }
  cursor.end()
  return { digest: toHex(digest), results }
}
