import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../e2e/server'
import { pause } from '../support/until'
import type { Place } from './start'

export interface ClockServer extends Place {
  /** Moves the server's time forward by this many days. */
  addDays(days: number): Promise<void>
  stop(): Promise<void>
}

const DAY_MS = 86_400_000
/** The server looks at its clock file every 50 ms. */
const SEEN_AFTER_MS = 200

/** The built server as its own process, whose time a test can move. */
export async function startClockServer(): Promise<ClockServer> {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-clock-'))
  const file = join(folder, 'shift')
  writeFileSync(file, '0')
  const before = { options: process.env.NODE_OPTIONS, file: process.env.CLOCK_FILE }
  process.env.NODE_OPTIONS = `--require=${join(__dirname, 'shiftedClock.cjs')}`
  process.env.CLOCK_FILE = file
  const server = await startServer().finally(() => {
    restore('NODE_OPTIONS', before.options)
    restore('CLOCK_FILE', before.file)
  })
  let days = 0
  return {
    server: server.origin,
    openingCode: server.openingCode,
    async addDays(more) {
      days += more
      writeFileSync(file, String(days * DAY_MS))
      await pause(SEEN_AFTER_MS)
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}
