import { fromHex, toHex } from '../bytes'
import { keccak256, signerOf } from './curve'
import type { SignerSet } from './signers'

/**
 * The content of a signed update: the feed's price from `previousAt` (not included) to `publishedAt`, both in seconds
 * since 1970.
 */
export interface SignedPrice {
  feed: string
  /** Decimal, with as many digits behind the point as the feed's exponent says. */
  price: string
  publishedAt: number
  previousAt: number
}

interface ParsedUpdate extends SignedPrice {
  /** The data that the signers have signed. */
  digest: Uint8Array
  signatures: readonly { index: number; compact: Uint8Array; recovery: number }[]
}

const HEADER = '504e415501000000'
const BYTES_MAX = 4_096
const NODES_MAX = 20
const MESSAGE_BYTES = 85
const PAYLOAD_BYTES = 37
const BODY_BYTES = 51 + PAYLOAD_BYTES
const HASH_BYTES = 20
const EXPONENT_MIN = -12
const WHOLE_DIGITS_MAX = 16
const SECONDS_MAX = 2 ** 32

/** Reads forward; beyond the end there is nothing, which no check takes. */
class Reader {
  private at = 0
  constructor(private readonly bytes: Uint8Array) {}
  take(count: number): Uint8Array {
    const from = this.at
    this.at += count
    return this.bytes.subarray(from, this.at)
  }
  hex(count: number): string {
    return toHex(this.take(count))
  }
  /** Up to six bytes, so that the number is exact. */
  number(count: number): number {
    const digits = this.hex(count)
    return digits.length === count * 2 ? Number.parseInt(digits, 16) : Number.NaN
  }
  get isAtEnd(): boolean {
    return this.at === this.bytes.length
  }
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

const hashOf = (...parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array =>
  keccak256(Uint8Array.from(parts.flatMap((part) => [...part]))).subarray(0, HASH_BYTES)

/** The root that a message and its path lead to: the two children of a node are in the order of their bytes. */
function rootOf(message: Uint8Array, path: readonly Uint8Array[]): string {
  let hash = hashOf([0], message)
  for (const other of path) hash = compareBytes(hash, other) < 0 ? hashOf([1], hash, other) : hashOf([1], other, hash)
  return toHex(hash)
}

/** A price as it is written in an order; undefined for one that cannot be a price. */
function decimal(price: string, exponent: number): string | undefined {
  const digits = BigInt.asIntN(64, BigInt(`0x${price}`)).toString()
  const decimals = -exponent
  if (digits.startsWith('-') || digits === '0' || decimals < 0 || decimals > -EXPONENT_MIN) return undefined
  const padded = digits.padStart(decimals + 1, '0')
  const whole = padded.slice(0, padded.length - decimals)
  if (whole.length > WHOLE_DIGITS_MAX) return undefined
  return decimals === 0 ? whole : `${whole}.${padded.slice(whole.length)}`
}

/** The content of a price message; undefined for any other message. */
function readMessage(message: Uint8Array): SignedPrice | undefined {
  const reader = new Reader(message)
  if (reader.number(1) !== 0) return undefined
  const [feed, digits] = [reader.hex(32), reader.hex(8)]
  reader.take(8)
  const price = decimal(digits, reader.number(4) | 0)
  const times = [reader.hex(8), reader.hex(8)].map((hex) => Number.parseInt(hex, 16))
  const [publishedAt = SECONDS_MAX, previousAt = SECONDS_MAX] = times
  return price !== undefined && publishedAt < SECONDS_MAX && previousAt < SECONDS_MAX
    ? { feed, price, publishedAt, previousAt }
    : undefined
}

/** The root that the signers of a set have signed; undefined if it is not a root, or is another emitter's. */
function rootIn(body: Uint8Array, set: SignerSet): string | undefined {
  const reader = new Reader(body)
  reader.take(8)
  const isOurs = reader.number(2) === set.emitterChain && reader.hex(32) === set.emitter
  reader.take(9)
  const isRoot = reader.hex(5) === '4155575600'
  reader.take(12)
  return isOurs && isRoot ? reader.hex(HASH_BYTES) : undefined
}

function readSignatures(reader: Reader, set: SignerSet) {
  const count = reader.number(1)
  if (!(count >= set.quorum && count <= set.addresses.length)) return undefined
  const signatures = Array.from({ length: count }, () => ({
    index: reader.number(1),
    compact: reader.take(64),
    recovery: reader.number(1),
  }))
  const areInOrder = signatures.every(
    ({ index, recovery }, at) =>
      recovery <= 1 && index < set.addresses.length && index > (signatures[at - 1]?.index ?? -1),
  )
  return areInOrder ? signatures : undefined
}

/** An update in its canonical form (docs/PROOF_FORMAT.md, "Signed prices"), signatures not yet looked at. */
function parseUpdate(hex: string, set: SignerSet): ParsedUpdate | undefined {
  const bytes = fromHex(hex)
  if (!bytes || bytes.length > BYTES_MAX) return undefined
  const reader = new Reader(bytes)
  if (reader.hex(8) !== HEADER) return undefined
  const vaa = new Reader(reader.take(reader.number(2)))
  if (vaa.number(1) !== 1 || vaa.number(4) !== set.index) return undefined
  const signatures = readSignatures(vaa, set)
  const body = vaa.take(BODY_BYTES)
  if (!signatures || body.length < BODY_BYTES || !vaa.isAtEnd) return undefined
  if (reader.number(1) !== 1 || reader.number(2) !== MESSAGE_BYTES) return undefined
  const message = reader.take(MESSAGE_BYTES)
  const nodes = reader.number(1)
  if (message.length < MESSAGE_BYTES || !(nodes <= NODES_MAX)) return undefined
  const path = Array.from({ length: nodes }, () => reader.take(HASH_BYTES))
  const said = readMessage(message)
  if (!said || !reader.isAtEnd || rootOf(message, path) !== rootIn(body, set)) return undefined
  return { ...said, digest: keccak256(keccak256(body)), signatures }
}

/** Signatures checked in a row: each takes milliseconds on a slow phone, and the page has to answer in between. */
const SIGNATURES_AT_ONCE = 4

/**
 * The content of an update; undefined if it is not one in canonical form, or if not each signature shown is of the
 * signer that it names.
 * @param pause lets others work; awaited every few signatures
 */
export async function readUpdate(
  hex: string,
  set: SignerSet,
  pause: () => Promise<void>,
): Promise<SignedPrice | undefined> {
  const parsed = parseUpdate(hex, set)
  if (!parsed) return undefined
  const { feed, price, publishedAt, previousAt, digest, signatures } = parsed
  for (const [at, { index, compact, recovery }] of signatures.entries()) {
    if (at % SIGNATURES_AT_ONCE === 0) await pause()
    if (signerOf(digest, compact, recovery) !== set.addresses[index]) return undefined
  }
  return { feed, price, publishedAt, previousAt }
}
