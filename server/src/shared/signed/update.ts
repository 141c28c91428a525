import { type CheckedBody, checkBody, leafOf, nodeOf } from './signatures'
import type { SignerSet } from './signerSet'
import { readWire, refuse, UpdateError, type UpdateProblem, type WireMessage, type WireUpdate, writeWire } from './wire'

/** A price that enough signers have signed. */
export interface SignedUpdate {
  /** The feed's id, hex of 32 bytes. */
  feed: string
  /** Above 0; a decimal point belongs before its last -expo digits. */
  price: bigint
  /** From -12 to 0: more digits than that no price is shown with. */
  expo: number
  /** Seconds since 1970. */
  publishAt: number
  /** When the price before it was published, seconds; not above `publishAt`. */
  previousAt: number
  /** The update in canonical form (docs/PROOF_FORMAT.md): this one message, with the signatures and its path. */
  proof: Buffer
}

/** The contents of one update: signed prices, and refused ones. */
export interface OpenedUpdate {
  updates: SignedUpdate[]
  problems: UpdateProblem[]
}

const MESSAGE_BYTES = 85
const AT = { feed: 1, price: 33, expo: 49, publishAt: 53, previousAt: 61 }
const EXPO_MIN = -12
const PRICE_DIGITS_MAX = 16
const SECONDS_MAX = 10_000_000_000n

/** The fields of a price message. Throws `UpdateError`. */
function readPrice(message: Buffer): Omit<SignedUpdate, 'proof'> {
  if (message.length !== MESSAGE_BYTES || message[0] !== 0) refuse('bad_message')
  const price = message.readBigInt64BE(AT.price)
  const expo = message.readInt32BE(AT.expo)
  const publishAt = message.readBigInt64BE(AT.publishAt)
  const previousAt = message.readBigInt64BE(AT.previousAt)
  if (price <= 0n || String(price).length > PRICE_DIGITS_MAX || expo > 0 || expo < EXPO_MIN) refuse('bad_message')
  if (previousAt < 0n || previousAt > publishAt || publishAt > SECONDS_MAX) refuse('bad_message')
  const feed = message.toString('hex', AT.feed, AT.price)
  return { feed, price, expo, publishAt: Number(publishAt), previousAt: Number(previousAt) }
}

/** Bodies whose signatures were checked lately: all prices of a moment share one, and two addresses send the same. */
const KNOWN_MAX = 64

/** Opens updates of one signer set. */
export function createUpdateOpener(set: SignerSet, isWanted: (feed: string) => boolean) {
  const known = new Map<string, CheckedBody>()

  function check(wire: WireUpdate): CheckedBody {
    const name = wire.body.toString('base64')
    const found = wire.signerSet === set.index ? known.get(name) : undefined
    if (found) return found
    const checked = checkBody(wire, set)
    const [oldest] = known.keys()
    if (known.size >= KNOWN_MAX && oldest !== undefined) known.delete(oldest)
    known.set(name, checked)
    return checked
  }

  function openMessage(wire: WireUpdate, { root, signatures }: CheckedBody, { message, path }: WireMessage) {
    const price = readPrice(message)
    if (!path.reduce(nodeOf, leafOf(message)).equals(root)) refuse('bad_path')
    const proof = writeWire({ ...wire, signatures, messages: [{ message, path }] })
    return { ...price, proof }
  }

  return {
    /** Never throws: each message is a signed price or one of the problems. Those of feeds that nobody wants are passed over. */
    open(bytes: Buffer): OpenedUpdate {
      const opened: OpenedUpdate = { updates: [], problems: [] }
      const attempt = (work: () => void) => {
        try {
          work()
        } catch (error) {
          if (!(error instanceof UpdateError)) throw error
          opened.problems.push(error.problem)
        }
      }
      attempt(() => {
        const wire = readWire(bytes)
        const body = check(wire)
        for (const each of wire.messages) {
          if (each.message.length === MESSAGE_BYTES && !isWanted(each.message.toString('hex', AT.feed, AT.price)))
            continue
          attempt(() => opened.updates.push(openMessage(wire, body, each)))
        }
      })
      return opened
    },
  }
}

/** The price as a decimal with exactly -expo digits behind the point. */
export function priceText({ price, expo }: Pick<SignedUpdate, 'price' | 'expo'>): string {
  if (expo === 0) return String(price)
  const digits = String(price).padStart(1 - expo, '0')
  return `${digits.slice(0, expo)}.${digits.slice(expo)}`
}

/** Whether it is the one update that decides a second: the first at or after it, with nothing left out in between. */
export const decides = ({ publishAt, previousAt }: Pick<SignedUpdate, 'publishAt' | 'previousAt'>, second: number) =>
  previousAt < second && second <= publishAt
