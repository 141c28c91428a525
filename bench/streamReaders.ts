/**
 * The readers of `stream.ts`, in their own process so that neither their work nor their memory counts. They open, say
 * "ready", and from then on note how long each frame was on its way, until its last byte: its `serverAt` and this machine's
 * clock. They take frames apart themselves and keep nothing, because on a small machine readers that do more are what is
 * measured.
 */
import { connect } from 'node:net'

export interface ReadersFacts {
  port: number
  /** The requested path, such as "/api/stream". */
  path: string
  symbols: readonly string[]
  sockets: number
}

export interface Readings {
  frames: number
  bytes: number
  p50: number
  p99: number
  max: number
  /** From the tick of the first price in a frame until the frame's arrival, ms. */
  ageP50: number
  ageP99: number
}

const [TEXT, PING, PONG] = [1, 9, 10]
const AT_A_TIME = 100
/** Enough of a frame to read when it was made, and when the first price in it ticked. */
const START_LENGTH = 160
const shared = Buffer.allocUnsafe(65_536)
let delays: number[] = []
let ages: number[] = []
let measuring = false
let bytes = 0

/** A frame of a client, masked with zeros. */
function frameOf(opcode: number, text: string): Buffer {
  const body = Buffer.from(text)
  const length = body.length < 126 ? [body.length | 128] : [254, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([128 | opcode, ...length, 0, 0, 0, 0]), body])
}

/** The fourth value of the first row, after the frame's "since". */
function tickedAt(start: string): number {
  const [, since, after] = /"since":(\d+),"rows":\[\["[^"]*","[^"]*",\d+,(-?\d+)/.exec(start) ?? []
  return Number(since) + Number(after)
}

function note(start: string, size: number) {
  const sentAt = Number(/^{"type":"rows","serverAt":(\d+)/.exec(start)?.[1])
  if (!measuring || !sentAt) return
  bytes += size
  const now = Date.now()
  delays.push(now - sentAt)
  ages.push(now - tickedAt(start))
}

/** Takes chunks and tells of each whole frame. */
function createReader(onFrame: (opcode: number, start: string, size: number) => void) {
  let upgraded = false
  let header: number[] = []
  let size = 0
  let left = 0
  let start = ''
  function end() {
    onFrame((header[0] ?? 0) & 15, start, size)
    start = ''
    header = []
  }
  function readHeader(byte: number) {
    header.push(byte)
    const short = (header[1] ?? 0) & 127
    if (header.length < (short < 126 ? 2 : short === 126 ? 4 : 10)) return
    left = size = short < 126 ? short : header.slice(2).reduce((sum, each) => sum * 256 + each, 0)
    if (size === 0) end()
  }
  return (length: number, chunk: Uint8Array) => {
    const bytesRead = Buffer.from(chunk.buffer, chunk.byteOffset, length)
    let at = upgraded ? 0 : bytesRead.indexOf('\r\n\r\n') + 4
    upgraded = true
    while (at < length) {
      if (left === 0) {
        readHeader(bytesRead[at++] ?? 0)
        continue
      }
      const take = Math.min(left, length - at)
      if (start.length < START_LENGTH)
        start += bytesRead.toString('latin1', at, at + Math.min(take, START_LENGTH - start.length))
      at += take
      left -= take
      if (left === 0) end()
    }
    return true
  }
}

const open = ({ port, path, symbols }: ReadersFacts) =>
  new Promise<void>((resolve, reject) => {
    const callback = createReader((opcode, start, size) => {
      if (opcode === PING) socket.write(frameOf(PONG, ''))
      else if (opcode === TEXT && start.startsWith('{"type":"welcome"')) {
        socket.write(frameOf(TEXT, JSON.stringify({ type: 'subscribe', symbols })))
        resolve()
      } else note(start, size)
    })
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer: shared, callback } })
    socket.on('error', reject)
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13'
    const head = `GET ${path} HTTP/1.1\r\nHost: bench\r\n${upgrade}\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==`
    socket.write(`${head}\r\n\r\n`)
  })

function readings(): Readings {
  const [delay, age] = [delays, ages].map((times) => {
    times.sort((a, b) => a - b)
    return (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? -1
  }) as [(share: number) => number, (share: number) => number]
  return {
    frames: delays.length,
    bytes,
    p50: delay(0.5),
    p99: delay(0.99),
    max: delay(1),
    ageP50: age(0.5),
    ageP99: age(0.99),
  }
}

async function openAll(facts: ReadersFacts) {
  for (let left = facts.sockets; left > 0; left -= AT_A_TIME)
    await Promise.all(Array.from({ length: Math.min(AT_A_TIME, left) }, () => open(facts)))
  process.send?.('ready')
}

process.on('message', (word: 'start' | 'stop' | ReadersFacts) => {
  if (typeof word === 'object') return openAll(word)
  measuring = word === 'start'
  if (word === 'stop') {
    process.send?.(readings())
    ;[delays, ages, bytes] = [[], [], 0]
  }
  return undefined
})
