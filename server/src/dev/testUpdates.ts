import { leafOf, nodeOf } from '../shared/signed/signatures'
import { type WireMessage, writeWire } from '../shared/signed/wire'
import { TEST_SIGNER_SET, testSignature } from './testSigners'

/** A price that test signers sign. */
export interface TestPrice {
  feed: string
  price: bigint
  expo: number
  publishAt: number
  previousAt: number
}

export function testMessage({ feed, price, expo, publishAt, previousAt }: TestPrice): Buffer {
  const message = Buffer.alloc(85)
  message.write(feed, 1, 'hex')
  message.writeBigInt64BE(price, 33)
  message.writeBigUInt64BE(1n, 41)
  message.writeInt32BE(expo, 49)
  message.writeBigInt64BE(BigInt(publishAt), 53)
  message.writeBigInt64BE(BigInt(previousAt), 61)
  message.writeBigInt64BE(price, 69)
  message.writeBigUInt64BE(1n, 77)
  return message
}

/** The root over messages, and the path of each. */
function treeOf(messages: readonly Buffer[]): { root: Buffer; paths: Buffer[][] } {
  const paths = messages.map((): Buffer[] => [])
  let level = messages.map((message, place) => ({ hash: leafOf(message), places: [place] }))
  while (level.length > 1) {
    const next: typeof level = []
    for (let at = 0; at < level.length; at += 2) {
      const [one, other] = [level[at], level[at + 1]]
      if (one && !other) next.push(one)
      if (!one || !other) continue
      for (const place of one.places) paths[place]?.push(other.hash)
      for (const place of other.places) paths[place]?.push(one.hash)
      next.push({ hash: nodeOf(one.hash, other.hash), places: [...one.places, ...other.places] })
    }
    level = next
  }
  return { root: level[0]?.hash ?? Buffer.alloc(20), paths }
}

function bodyOf(atSeconds: number, sequence: number, root: Buffer): Buffer {
  const body = Buffer.alloc(88)
  body.writeUInt32BE(atSeconds, 0)
  body.writeUInt16BE(TEST_SIGNER_SET.emitterChain, 8)
  body.write(TEST_SIGNER_SET.emitter, 10, 'hex')
  body.writeBigUInt64BE(BigInt(sequence), 42)
  body[50] = 1
  body.write('AUWV', 51, 'latin1')
  body.writeBigUInt64BE(BigInt(sequence), 56)
  body.writeUInt32BE(10_000, 64)
  root.copy(body, 68)
  return body
}

/** Prices of one moment, signed. `update` returns the bytes with the messages of some of the feeds. */
export interface TestMoment {
  update(feeds: readonly string[]): Buffer
}

/** @param signers places of those who sign, ascending */
export function signTestPrices(
  prices: readonly TestPrice[],
  { sequence, signers = [0, 2, 4] }: { sequence: number; signers?: readonly number[] },
): TestMoment {
  const messages = prices.map(testMessage)
  const { root, paths } = treeOf(messages)
  const body = bodyOf(Math.max(0, ...prices.map(({ publishAt }) => publishAt)), sequence, root)
  const signatures = signers.map((index) => testSignature(index, body))
  return {
    update(feeds) {
      const wanted = prices.flatMap(({ feed }, place): WireMessage[] => {
        const [message, path] = [messages[place], paths[place]]
        return feeds.includes(feed) && message && path ? [{ message, path }] : []
      })
      return writeWire({ signerSet: TEST_SIGNER_SET.index, signatures, body, messages: wanted })
    },
  }
}
