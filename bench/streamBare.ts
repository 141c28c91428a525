/**
 * The limit that the stream is compared with in `stream.ts`: as many writes of as many bytes to as many sockets, in four parts of
 * a round as `server/src/stream/phases.ts` has them, and nothing else. It has no market, no hub, no protocol and no check of who
 * reads slowly; its frames are padding behind what the readers look at.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { textFrame } from '../server/src/stream/frame'
import { PHASES } from '../server/src/stream/phases'
import type { ServerFacts, ServerReading } from './streamServer'

export interface BareFacts extends ServerFacts {
  bytesPerFrame: number
}

const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'

function frameOf(bytes: number): Buffer {
  const now = Date.now()
  const start = `{"type":"rows","serverAt":${now},"since":${now},"rows":[["","",0,0,"`
  // The header of a frame of this length takes four bytes.
  return textFrame(`${start.padEnd(bytes - 8, '0')}"]]}`)
}

async function serve({ ticksPerSecond, bytesPerFrame }: BareFacts) {
  const sockets: Socket[] = []
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.push(socket)
    socket.once('data', () => {
      socket.write(UPGRADE)
      socket.write(textFrame('{"type":"welcome"}'))
      socket.resume()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  let turn = 0
  let timer: ReturnType<typeof setInterval> | undefined
  let before = process.cpuUsage()
  function writePart() {
    const frame = frameOf(bytesPerFrame)
    for (let at = turn++ % PHASES; at < sockets.length; at += PHASES) sockets[at]?.write(frame)
  }
  process.on('message', (word: 'rest' | 'tick' | 'start' | 'stop') => {
    if (word === 'tick') timer = setInterval(writePart, 1_000 / ticksPerSecond / PHASES)
    if (word === 'start') before = process.cpuUsage()
    const { user, system } = process.cpuUsage(before)
    if (word === 'stop') clearInterval(timer)
    const { rss, heapUsed } = process.memoryUsage()
    const [cpuMs, kernelMs] = [(user + system) / 1_000, system / 1_000]
    process.send?.({ rss, heapUsed, cpuMs, kernelMs, skipped: 0, sockets: sockets.length } satisfies ServerReading)
  })
  process.send?.((server.address() as AddressInfo).port)
}

process.once('message', serve)
