import { type ChildProcess, fork } from 'node:child_process'
import { fromRoot } from '../scripts/lib/paths.mjs'
import { systemClock } from '../server/src/shared/clock'
import type { BareFacts } from './streamBare'
import type { ReadersFacts, Readings } from './streamReaders'
import type { ServerFacts, ServerReading } from './streamServer'

/** As many as a platform of this kind lists at the most. */
const PRODUCTS = 50
const TICKS_PER_SECOND = 5
const WARM_MS = 2_000
const MEASURED_MS = 5_000
const KILOBYTE = 1_024
/** Limits of the stream, on two cores that also carry its readers. */
const AIMS = { deliveryP99Ms: 50, serverCorePercent: 20, idleKilobytesPerSocket: 12 }

const symbols = Array.from({ length: PRODUCTS }, (_, index) => `SYMBOL${index}`)

/** A process's response to a word. */
function ask<T>(child: ChildProcess, word: string | object): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('a process of the bench ended'))
    child.once('exit', gone)
    child.once('message', (answer) => {
      child.off('exit', gone)
      resolve(answer as T)
    })
    child.send(word)
  })
}

const start = (file: string) =>
  fork(fromRoot('bench', file), {
    execArgv: [...process.execArgv, '--expose-gc'],
    stdio: ['ignore', 'inherit', 2, 'ipc'],
  })

interface Round {
  /** The readers' subscriptions. */
  path: string
  sockets: number
  /** Frames of the bare server, as long as the stream's. */
  bytesPerFrame?: BareFacts['bytesPerFrame']
}

async function measure(server: ChildProcess, readers: ChildProcess, { path, ...facts }: Round) {
  const { sockets } = facts
  const port = await ask<number>(server, { ...facts, symbols, ticksPerSecond: TICKS_PER_SECOND } satisfies ServerFacts)
  const empty = await ask<ServerReading>(server, 'rest')
  await ask(readers, { port, path, symbols, sockets } satisfies ReadersFacts)
  const idle = await ask<ServerReading>(server, 'rest')
  await ask(server, 'tick')
  await systemClock.sleep(WARM_MS)
  readers.send('start')
  await ask(server, 'start')
  const startedAt = performance.now()
  await systemClock.sleep(MEASURED_MS)
  const { cpuMs, kernelMs, skipped, rss } = await ask<ServerReading>(server, 'stop')
  const seconds = (performance.now() - startedAt) / 1_000
  const { frames, bytes, p50, p99, max, ageP50, ageP99 } = await ask<Readings>(readers, 'stop')
  const perSocket = (more: number) => Math.round((more / sockets / KILOBYTE) * 10) / 10
  return {
    sockets: idle.sockets,
    sendsPerSecond: Math.round(frames / seconds),
    bytesPerFrame: Math.round(bytes / frames),
    megabytesPerSecond: Math.round(bytes / seconds / 100_000) / 10,
    deliveryP50Ms: p50,
    deliveryP99Ms: p99,
    deliveryMaxMs: max,
    priceAgeP50Ms: ageP50,
    priceAgeP99Ms: ageP99,
    framesSkipped: skipped,
    idleKilobytesPerSocket: perSocket(idle.rss - empty.rss),
    idleHeapKilobytesPerSocket: perSocket(idle.heapUsed - empty.heapUsed),
    busyKilobytesPerSocket: perSocket(rss - empty.rss),
    serverCorePercent: Math.round(cpuMs / seconds / 10),
    kernelCorePercent: Math.round(kernelMs / seconds / 10),
    microsPerSend: Math.round((cpuMs / frames) * 10_000) / 10,
  }
}

/** Fan-out of 50 products, each ticking 5 times a second, to `sockets` readers that watch all of them. */
async function benchSockets(file: string, round: Round) {
  const [server, readers] = [start(file), start('streamReaders.ts')]
  try {
    return await measure(server, readers, round)
  } finally {
    for (const child of [readers, server]) {
      child.removeAllListeners('exit')
      child.kill('SIGKILL')
    }
  }
}

/** Sockets of apps, next to the same writes without the stream. */
export async function benchStream() {
  const path = '/api/stream'
  const rows = await benchSockets('streamServer.ts', { path, sockets: 5_000 })
  const bare = await benchSockets('streamBare.ts', { path, sockets: 5_000, bytesPerFrame: rows.bytesPerFrame })
  return {
    aims: AIMS,
    rowsToBareWrites: Math.round((rows.microsPerSend / bare.microsPerSend) * 100) / 100,
    few: await benchSockets('streamServer.ts', { path, sockets: 1_000 }),
    bare,
    rows,
  }
}
