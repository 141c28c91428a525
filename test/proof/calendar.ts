import { createHash, randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A calendar of OpenTimestamps and the blocks of Bitcoin that it writes into, with headers as true ones but little work. */

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const twice = (bytes: Buffer) => sha256(sha256(bytes))

/** Seven bits in a byte, the lowest ones first. */
function number(value: number): Buffer {
  return value < 128 ? Buffer.of(value) : Buffer.concat([Buffer.of((value & 127) | 128), number(value >> 7)])
}
const block = (bytes: Buffer) => Buffer.concat([number(bytes.length), bytes])
const append = (bytes: Buffer) => Buffer.concat([Buffer.of(0xf0), block(bytes)])
const prepend = (bytes: Buffer) => Buffer.concat([Buffer.of(0xf1), block(bytes)])
const SHA256 = Buffer.of(0x08)
const attestation = (tag: string, payload: Buffer) =>
  Buffer.concat([Buffer.of(0), Buffer.from(tag, 'hex'), block(payload)])
export const promiseAt = (url: string) => attestation('83dfe30d2ef90c8e', block(Buffer.from(url)))
export const inBlock = (height: number) => attestation('0588960d73d71901', number(height))

/** 12 doublings. */
export const LEAST_WORK = 12
const TARGET = 0x1f0fffff

async function listen(answer: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

function close(server: Server): void {
  server.close()
  server.closeAllConnections()
}

/** A header of 80 bytes whose hash shows its work. */
function mined(root: Buffer, atMs: number, height: number): Buffer {
  const header = Buffer.alloc(80)
  header.writeUInt32LE(0x20000000, 0)
  sha256(Buffer.of(height)).copy(header, 4)
  root.copy(header, 36)
  header.writeUInt32LE(Math.floor(atMs / 1_000), 68)
  header.writeUInt32LE(TARGET, 72)
  for (let nonce = 0; ; nonce++) {
    header.writeUInt32LE(nonce, 76)
    if (Buffer.from(twice(header)).reverse().toString('hex') < '000fffff') return header
  }
}

/** Blocks, each with a header, and a server that answers about them as Esplora does. */
export async function createChain(firstHeight = 840_000) {
  const headers = new Map<number, Buffer>()
  const hashOf = (header: Buffer) => twice(header).reverse().toString('hex')
  let next = firstHeight
  const { url, server } = await listen(({ url: path = '' }, response) => {
    const [, height, hash] = /^\/block-height\/(\d+)$|^\/block\/([0-9a-f]{64})\/header$/.exec(path) ?? []
    const header = height ? headers.get(Number(height)) : [...headers.values()].find((each) => hashOf(each) === hash)
    if (!header) return response.writeHead(404).end('Block not found')
    response.end(height ? hashOf(header) : header.toString('hex'))
  })
  return {
    url,
    /** Puts a block with this root on top. */
    add(root: Buffer, atMs: number): number {
      headers.set(next, mined(root, atMs, next))
      return next++
    },
    headerAt: (height: number): Buffer => headers.get(height) ?? Buffer.of(),
    replace: (height: number, header: Buffer) => headers.set(height, header),
    close: () => close(server),
  }
}

export type Chain = Awaited<ReturnType<typeof createChain>>

/**
 * An honest calendar, as otsd answers: a nonce that hides the digest, then its time and a code before the promise.
 * @param lie answers in its place; returns whether it did
 */
export async function createCalendar(
  chain: Chain,
  lie: (...args: Parameters<RequestListener>) => boolean = () => false,
) {
  /** Undefined: not in a block yet. */
  const commitments = new Map<string, Buffer | undefined>()
  const asked: string[] = []
  const { url, server } = await listen(async (request, response) => {
    const { method = '', url: path = '' } = request
    asked.push(`${method} ${path}`)
    if (lie(request, response)) return
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (method === 'POST' && path === '/digest') {
      const [nonce, time, code] = [randomBytes(16), randomBytes(4), randomBytes(8)]
      const commitment = Buffer.concat([time, sha256(Buffer.concat([...parts, nonce])), code])
      commitments.set(commitment.toString('hex'), undefined)
      response.end(Buffer.concat([append(nonce), SHA256, prepend(time), append(code), promiseAt(url)]))
    } else {
      const found = commitments.get(path.replace('/timestamp/', ''))
      response.writeHead(found ? 200 : 404).end(found ?? 'Pending confirmation in the Bitcoin blockchain')
    }
  })
  return {
    url,
    /** What it was asked, such as `POST /digest`. */
    asked,
    /** Puts what it has promised into a block of this time; returns its height. */
    mine(atMs: number): number {
      const waiting = [...commitments].filter(([, proof]) => !proof).map(([hex]) => Buffer.from(hex, 'hex'))
      // One after the other: each hash has the one before it and the next commitment.
      let tip = sha256(waiting[0] ?? Buffer.of())
      const tips = [tip, ...waiting.slice(1).map((each) => (tip = sha256(Buffer.concat([tip, each]))))]
      const [begin, end, coinbase] = [randomBytes(60), randomBytes(4), randomBytes(32)]
      const transaction = twice(Buffer.concat([begin, tip, end]))
      const height = chain.add(twice(Buffer.concat([coinbase, transaction])), atMs)
      for (const [place, commitment] of waiting.entries()) {
        const own = place === 0 ? [] : [prepend(tips[place - 1] as Buffer)]
        const later = waiting.slice(place + 1).flatMap((each) => [append(each), SHA256])
        const way = [...own, SHA256, ...later, prepend(begin), append(end), SHA256, SHA256, prepend(coinbase)]
        commitments.set(commitment.toString('hex'), Buffer.concat([...way, SHA256, SHA256, inBlock(height)]))
      }
      return height
    },
    close: () => close(server),
  }
}

export type Calendar = Awaited<ReturnType<typeof createCalendar>>
