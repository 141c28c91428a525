import { freePort, startThrowAwayPostgres } from '../../scripts/setup/postgres.mjs'
import { createDatabase, type Database } from '../../server/src/database/database'
import { migrate } from '../../server/src/database/migrate'
import { createLog } from '../../server/src/shared/log'
import { lendRoles, withRole } from '../../server/test/database'
import { pause } from '../support/until'
import { type ServerProcess, startServerProcess } from './serverProcess'
import { spread, startTraders } from './traders'

/** KILLS=200 is the full run. */
const KILLS = Number(process.env.KILLS ?? 5)

let postgres: { url: string; stop(): Promise<void> }
let database: Database
let port: number
let server: ServerProcess

const start = () => startServerProcess(port, { DATABASE_URL: withRole(postgres.url, 'fairtick_node'), MIGRATE: 'step' })

beforeAll(async () => {
  postgres = await startThrowAwayPostgres()
  port = await freePort()
  await migrate(postgres.url)
  await lendRoles(postgres.url)
  server = await start()
  database = createDatabase(postgres.url, createLog('silent'), 4)
})
afterAll(async () => {
  await server?.stop()
  await database?.close()
  await postgres?.stop()
})

test(`${KILLS} kills while placing and settling: nothing acknowledged is lost, nothing is doubled`, async () => {
  const traders = await startTraders(`http://127.0.0.1:${port}`, server, database)
  const againMs: number[] = []
  const settledMs: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(400 + ((kill * 137) % 900))
    await server.kill()
    const killedAtMs = Date.now()
    server = await start()
    const [again, settled] = await Promise.all([traders.untilPlacedAgain(server), traders.untilSettled(killedAtMs)])
    againMs.push(again)
    settledMs.push(settled)
  }
  await traders.end()
  await traders.untilSettled(Number.MAX_SAFE_INTEGER)
  expect(traders.placed()).toBeGreaterThan(KILLS)
  await traders.expectEverythingOnce()
  const figures = {
    kills: KILLS,
    ordersAcknowledged: traders.placed(),
    placedAgainAfterStart: spread(againMs),
    settledAfterStart: spread(settledMs),
  }
  process.stdout.write(`kills of the server: ${JSON.stringify(figures)}\n`)
})
