import { until } from '../test/support/until'
import { MiniProgram } from '../test/weapp/rig/miniProgram'
import { textOf } from '../test/weapp/rig/tree'
import { FOLDER } from '../test/weapp/start'

/** From the start until the first page has its texts. */
export interface WeappStart {
  ms: number
  cpuMs: number
}

/** Storage of the phone: nothing of a visitor, the session and the last balance of a member. */
export type Kept = [key: string, value: unknown][]

const POLL_MS = 5

/** Opens the program until its first page has its texts: welcome, or a member's home with prices and balance. */
export async function openOnce(server: string, stored: Kept): Promise<{ start: WeappStart; kept: Kept; stop(): void }> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  const kept = new Map(stored)
  const network = { builtFor: 'http://127.0.0.1:8080', server }
  const program = new MiniProgram({ folder: FOLDER, network, kept })
  await program.launch()
  const signs = stored.length > 0 ? [/BTC\/USDT/, /\d,\d{3}\.\d\d/] : [/Fairtick/]
  const isThere = () => {
    const text = textOf(program.pages.tree())
    return signs.every((sign) => sign.test(text)) || undefined
  }
  await until('the first page', isThere, { withinMs: 10_000, everyMs: POLL_MS })
  const { user, system } = process.cpuUsage(before)
  const start = { ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000 }
  return { start, kept: [...kept], stop: () => program.stop() }
}

async function main(server: string, stored: string) {
  const { start } = await openOnce(server, JSON.parse(stored) as Kept)
  process.send?.(start, () => process.exit(0))
}

if (process.argv[1]?.endsWith('weappStart.ts')) void main(process.argv[2] ?? '', process.argv[3] ?? '[]')
