import { until } from '../test/support/until'
import { MiniProgram } from '../test/weapp/rig/miniProgram'
import { textOf } from '../test/weapp/rig/tree'
import { FOLDER } from '../test/weapp/start'

/** From the start until the first page has its texts. */
export interface WeappStart {
  ms: number
  cpuMs: number
}

const POLL_MS = 5

async function main(server: string) {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  const program = new MiniProgram({ folder: FOLDER, network: { builtFor: 'http://127.0.0.1:8080', server } })
  await program.launch()
  const isThere = () => textOf(program.pages.tree()).includes('Fairtick') || undefined
  await until('the first page', isThere, { withinMs: 10_000, everyMs: POLL_MS })
  const { user, system } = process.cpuUsage(before)
  const start: WeappStart = { ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000 }
  process.send?.(start, () => process.exit(0))
}

void main(process.argv[2] ?? '')
