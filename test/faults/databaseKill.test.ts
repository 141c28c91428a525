import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/setup/postgres.mjs'
import { createDatabase, type Database } from '../../server/src/database/database'
import { visitEmbedded } from '../../server/src/embedded/visit'
import { createLog } from '../../server/src/shared/log'
import { pause } from '../support/until'
import { type ServerProcess, startServerProcess } from './serverProcess'
import { spread, startTraders } from './traders'

/** DATABASE_KILLS=100 is the full run. */
const KILLS = Number(process.env.DATABASE_KILLS ?? 5)

const dataDir = mkdtempSync(join(tmpdir(), 'fairtick-kill-'))
const log = createLog('silent')
let port: number
let database: Database
let server: ServerProcess

beforeAll(async () => {
  port = await freePort()
  server = await startServerProcess(port, { DATA_DIR: dataDir, DATABASE_URL: '' })
  database = createDatabase((await visitEmbedded(dataDir, log)).url, log, 4)
})
afterAll(async () => {
  await database?.close()
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** kill -9 of the postmaster, with all its promises to the disk kept. */
const killPostgres = () =>
  process.kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')

test(`PostgreSQL is killed ${KILLS} times while placing and settling: the server stays, nothing is lost or doubled`, async () => {
  const traders = await startTraders(`http://127.0.0.1:${port}`, server, database)
  const againMs: number[] = []
  await traders.untilPlacedAgain(server)
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(400 + ((kill * 137) % 900))
    killPostgres()
    againMs.push(await traders.untilPlacedAgain(server))
    if (!server.isRunning()) throw new Error(`The server ended at kill ${kill + 1}: ${server.errors()}`)
  }
  await traders.end()
  await traders.untilSettled(Number.MAX_SAFE_INTEGER)
  expect(traders.placed()).toBeGreaterThan(KILLS)
  await traders.expectEverythingOnce()
  const figures = { kills: KILLS, ordersAcknowledged: traders.placed(), placedAgain: spread(againMs) }
  process.stdout.write(`kills of PostgreSQL: ${JSON.stringify(figures)}\n`)
})
