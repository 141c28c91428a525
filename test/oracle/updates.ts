import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { type PriceSigner, TEST_SET, type TestSet } from './signers'

/** Updates of an oracle, byte by byte, true or not; written from docs/PROOF_FORMAT.md apart from app, server and scripts. */
export interface PriceMessage {
  feed: string
  price: bigint
  exponent: number
  /** Seconds since 1970. */
  publishedAt: number
  previousAt: number
}

export interface UpdatePlan extends PriceMessage {
  set?: TestSet
  /** Places in the set of those that sign, in the order shown. */
  by?: readonly number[]
  /** Signers at these places instead of the set's own. */
  signers?: readonly PriceSigner[]
  /** The false content of the update. */
  messageType?: number
  setIndex?: number
  chain?: number
  emitter?: string
  magic?: string
  /** Beginning of the signed body: `AUWV` and the kind of payload. */
  payload?: string
  /** Changes one signature after it was made: 64 bytes and the parity. */
  signature?: (compact: Uint8Array, parity: number, at: number) => { compact: Uint8Array; parity: number }
  /** Messages that are in the same tree. */
  others?: readonly PriceMessage[]
  /** Bytes behind the message, the body or the update. */
  trailing?: { message?: string; body?: string; update?: string }
  /** How often the message is in the update. */
  count?: number
  /** 27 for what comes over the wire. */
  parityBase?: number
}

const bytes = (value: bigint | number, count: number): Buffer =>
  Buffer.from(
    BigInt.asUintN(count * 8, BigInt(value))
      .toString(16)
      .padStart(count * 2, '0'),
    'hex',
  )
const hex = (text: string) => Buffer.from(text, 'hex')
const keccak = (...parts: readonly Uint8Array[]) => Buffer.from(keccak_256(Buffer.concat(parts)))
const short = (...parts: readonly Uint8Array[]) => keccak(...parts).subarray(0, 20)

export const messageOf = ({ feed, price, exponent, publishedAt, previousAt }: PriceMessage, type = 0): Buffer =>
  Buffer.concat([
    bytes(type, 1),
    hex(feed),
    bytes(price, 8),
    bytes(5, 8),
    bytes(exponent, 4),
    bytes(publishedAt, 8),
    bytes(previousAt, 8),
    bytes(price, 8),
    bytes(7, 8),
  ])

const nodeOf = (a: Buffer, b: Buffer) => short(Buffer.of(1), ...[a, b].sort(Buffer.compare))

/** Root of a tree over messages, padded to a power of two with the hash of nothing, and the path of its first leaf. */
function treeOf(messages: readonly Buffer[]): { root: Buffer; path: Buffer[] } {
  let level: Buffer[] = messages.map((message) => short(Buffer.of(0), message))
  const path: Buffer[] = []
  while (level.length > 1) {
    if (level.length % 2 === 1) level.push(short(Buffer.of(2)))
    path.push(level[1] as Buffer)
    level = level.flatMap((each, at) => (at % 2 === 0 ? [nodeOf(each, level[at + 1] as Buffer)] : []))
  }
  return { root: level[0] as Buffer, path }
}

function signed(digest: Uint8Array, { secret }: PriceSigner) {
  const signature = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
  return { compact: signature.subarray(1), parity: signature[0] as number }
}

/** An update as hex: in its canonical form if the plan asks for nothing else. */
export function updateOf(plan: UpdatePlan): string {
  const { set = TEST_SET, trailing = {}, count = 1, parityBase = 0, others = [] } = plan
  const { by = Array.from({ length: set.quorum }, (_, at) => at), signers = set.signers } = plan
  const message = Buffer.concat([messageOf(plan, plan.messageType), hex(trailing.message ?? '')])
  const { root, path } = treeOf([message, ...others.map((each) => messageOf(each))])
  const body = Buffer.concat([
    bytes(plan.publishedAt, 4),
    bytes(0, 4),
    bytes(plan.chain ?? set.chain, 2),
    hex(plan.emitter ?? set.emitter),
    bytes(plan.publishedAt, 8),
    bytes(1, 1),
    hex(plan.payload ?? '4155575600'),
    bytes(plan.publishedAt, 8),
    bytes(10_000, 4),
    root,
    hex(trailing.body ?? ''),
  ])
  const digest = keccak(keccak(body))
  const signatures = by.map((index, at) => {
    const made = signed(digest, signers[index] as PriceSigner)
    const { compact, parity } = plan.signature?.(made.compact, made.parity, at) ?? made
    return Buffer.concat([bytes(index, 1), compact, bytes(parity + parityBase, 1)])
  })
  const vaa = Buffer.concat([
    bytes(1, 1),
    bytes(plan.setIndex ?? set.index, 4),
    bytes(signatures.length, 1),
    ...signatures,
    body,
  ])
  const shown = Buffer.concat([bytes(message.length, 2), message, bytes(path.length, 1), ...path])
  return Buffer.concat([
    hex(plan.magic ?? '504e415501000000'),
    bytes(vaa.length, 2),
    vaa,
    bytes(count, 1),
    ...Array.from({ length: count }, () => shown),
    hex(trailing.update ?? ''),
  ]).toString('hex')
}

const GROUP = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** The second spelling of a signature: n - s, and the other parity. */
export function highS(compact: Uint8Array, parity: number) {
  const s = BigInt(`0x${Buffer.from(compact.subarray(32)).toString('hex')}`)
  return { compact: Buffer.concat([compact.subarray(0, 32), bytes(GROUP - s, 32)]), parity: 1 - parity }
}

/** Each message of an update from the wire, by itself in canonical form. */
export function canonicalUpdates(wire: string): string[] {
  const data = hex(wire)
  const header = data.readUInt8(6)
  const vaaAt = 10 + header
  const vaa = Buffer.from(data.subarray(vaaAt, vaaAt + data.readUInt16BE(vaaAt - 2)))
  const parities = Array.from({ length: vaa.readUInt8(5) }, (_, at) => 6 + 66 * (at + 1) - 1)
  for (const at of parities) if (vaa.readUInt8(at) >= 27) vaa.writeUInt8(vaa.readUInt8(at) - 27, at)
  const updates: string[] = []
  for (let at = vaaAt + vaa.length + 1, left = data.readUInt8(at - 1); left > 0; left--) {
    const from = at
    at += 2 + data.readUInt16BE(at)
    at += 1 + 20 * data.readUInt8(at)
    const shown = data.subarray(from, at)
    updates.push(
      Buffer.concat([hex('504e415501000000'), bytes(vaa.length, 2), vaa, bytes(1, 1), shown]).toString('hex'),
    )
  }
  return updates
}
