import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The way between a browser and the server, which can go dead without anybody being told. */
export interface Line {
  /** The server's address at this end of the line. */
  origin: string
  /** Streams (WebSockets) that are open now. */
  streams(): number
  /**
   * Frames on the streams that are open now are lost from now on, both ways; new ones work. Idle connections of plain
   * requests are the browser's own matter: it drops them when the device wakes or changes its network.
   */
  swallow(): void
  /** Every open connection breaks. */
  cut(): void
  stop(): Promise<void>
}

interface Pair {
  near: Socket
  far: Socket
  isStream: boolean
  isDead: boolean
}

/** Opens a line to the server at `origin`. */
export async function layLine(origin: string): Promise<Line> {
  const { hostname, port } = new URL(origin)
  const pairs = new Set<Pair>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const pair: Pair = { near, far, isStream: false, isDead: false }
    pairs.add(pair)
    near.on('data', (bytes) => {
      if (bytes.includes('/api/stream')) pair.isStream = true
      if (!pair.isDead) far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!pair.isDead) near.write(bytes)
    })
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('close', end).on('error', end)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const line: Line = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    streams: () => [...pairs].filter(({ isStream, isDead }) => isStream && !isDead).length,
    swallow() {
      for (const pair of pairs) pair.isDead = pair.isStream
    },
    cut() {
      for (const { near } of [...pairs]) near.destroy()
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        line.cut()
      }),
  }
  return line
}
