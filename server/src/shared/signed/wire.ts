/** Why something that came in is not a signed price. */
export const UPDATE_PROBLEMS = [
  /** Not the bytes of an update. */
  'bad_update',
  /** A signer set or an emitter that this server does not trust. */
  'bad_signers',
  /** A signature that is not one of the set's, out of order, or in another spelling. */
  'bad_signature',
  /** Fewer signatures than the set asks for. */
  'no_quorum',
  /** A message that the signed root does not hold. */
  'bad_path',
  /** A message of another type, or a price, exponent or time out of range. */
  'bad_message',
] as const
export type UpdateProblem = (typeof UPDATE_PROBLEMS)[number]

/** Thrown by the readers below; says which problem. */
export class UpdateError extends Error {
  override name = 'UpdateError'
  constructor(readonly problem: UpdateProblem) {
    super(problem)
  }
}

export const refuse = (problem: UpdateProblem): never => {
  throw new UpdateError(problem)
}

/** No update is longer: a message of each of hundreds of feeds would still fit. */
export const WIRE_MAX = 262_144
/** Nodes of a path: more than a tree of a million prices has. */
export const PATH_MAX = 20
export const NODE_BYTES = 20
export const SIGNATURE_BYTES = 66
const MAGIC = Buffer.from('PNAU')
const MESSAGES_MAX = 255

/** Reads forward, and refuses what ends too early. */
class Reader {
  private at = 0
  constructor(private readonly bytes: Buffer) {}
  take(count: number): Buffer {
    const part = this.bytes.subarray(this.at, this.at + count)
    this.at += count
    return part.length === count ? part : refuse('bad_update')
  }
  number(bytes: number): number {
    return this.take(bytes).readUIntBE(0, bytes)
  }
  rest(): Buffer {
    return this.bytes.subarray(this.at)
  }
}

export interface WireMessage {
  message: Buffer
  path: Buffer[]
}

/**
 * An update as it came in: the signed part, and messages that lead to the signed root. Nothing of it is checked yet.
 */
export interface WireUpdate {
  signerSet: number
  signatures: Buffer[]
  /** The bytes that the signatures cover. */
  body: Buffer
  messages: WireMessage[]
}

function readSigned(vaa: Buffer) {
  const reader = new Reader(vaa)
  if (reader.number(1) !== 1) refuse('bad_update')
  const signerSet = reader.number(4)
  const signatures = Array.from({ length: reader.number(1) }, () => reader.take(SIGNATURE_BYTES))
  return { signerSet, signatures, body: reader.rest() }
}

/**
 * Takes the bytes of an update apart. A later minor version, a trailing header and bytes after the messages are passed
 * over: none of it is signed. Throws `UpdateError`.
 */
export function readWire(bytes: Buffer): WireUpdate {
  if (bytes.length > WIRE_MAX) refuse('bad_update')
  const reader = new Reader(bytes)
  if (!reader.take(4).equals(MAGIC) || reader.number(1) !== 1) refuse('bad_update')
  reader.number(1)
  reader.take(reader.number(1))
  if (reader.number(1) !== 0) refuse('bad_update')
  const signed = readSigned(reader.take(reader.number(2)))
  const count = reader.number(1)
  if (count > MESSAGES_MAX) refuse('bad_update')
  const messages = Array.from({ length: count }, () => {
    const message = reader.take(reader.number(2))
    const nodes = reader.number(1)
    if (nodes > PATH_MAX) refuse('bad_path')
    return { message, path: Array.from({ length: nodes }, () => reader.take(NODE_BYTES)) }
  })
  return { ...signed, messages }
}

const unsigned = (value: number, bytes: number) => {
  const part = Buffer.alloc(bytes)
  part.writeUIntBE(value, 0, bytes)
  return part
}

/** The bytes of an update with these parts, in the one form that is stored and shown. */
export function writeWire({ signerSet, signatures, body, messages }: WireUpdate): Buffer {
  const vaa = [unsigned(1, 1), unsigned(signerSet, 4), unsigned(signatures.length, 1), ...signatures, body]
  const parts = messages.flatMap(({ message, path }) => [
    unsigned(message.length, 2),
    message,
    unsigned(path.length, 1),
    ...path,
  ])
  const length = vaa.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([
    MAGIC,
    Buffer.from([1, 0, 0, 0]),
    unsigned(length, 2),
    ...vaa,
    unsigned(messages.length, 1),
    ...parts,
  ])
}
