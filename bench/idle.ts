import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromRoot } from '../scripts/lib/paths.mjs'
import { SERVER_FLAGS, SERVER_MALLOC } from '../scripts/lib/serverFlags.mjs'
import { systemClock } from '../server/src/shared/clock'

const AIM_MB = 120
const SETTLED_MS = 20_000
const KILOBYTES = 1_024
const TICKS_PER_SECOND = 100

/** Memory of a process in MB by the system's own names, and how long it has run on a processor in s. */
function readProcess(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mb = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / KILOBYTES)
  const times = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const cpuSeconds = (Number(times[11]) + Number(times[12])) / TICKS_PER_SECOND
  return { rssMb: mb('VmRSS'), ownMb: mb('RssAnon'), filesMb: mb('RssFile'), cpuSeconds }
}

async function startNode(dataDir: string) {
  const child = spawn(process.execPath, [...SERVER_FLAGS, fromRoot('dist', 'server', 'main.js')], {
    env: {
      PATH: process.env.PATH,
      ...SERVER_MALLOC,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await Promise.race([
    new Promise((resolve) => child.stdout.once('data', resolve)),
    ended.then(() => {
      throw new Error('the node did not start')
    }),
  ])
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * The cost of a node that does everything (prices of the simulated market, settlement, heads, the auditor) for nobody,
 * with the settings that are shipped. Its database has its own processes. Linux only.
 */
export async function benchIdle() {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairtick-bench-'))
  try {
    // The first start fills the database.
    await (await startNode(dataDir)).stop()
    const node = await startNode(dataDir)
    await systemClock.sleep(SETTLED_MS)
    const before = readProcess(node.pid)
    await systemClock.sleep(SETTLED_MS)
    const { cpuSeconds, ...memory } = readProcess(node.pid)
    await node.stop()
    const corePercent = Math.round(((cpuSeconds - before.cpuSeconds) / SETTLED_MS) * 1_000 * 1_000) / 10
    return { aimMb: AIM_MB, ...memory, corePercent }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
