import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { runServer } from '../run'
import { demoHermesSettings, startDemoHermes, wantsDemoHermes } from './demoHermes'
import { DevClock } from './devClock'
import { createDevFeed } from './devFeed'
import { registerDevRoutes, type Workbench } from './routes'

/**
 * How far the clock is ahead, in ms: the database holds what it wrote, which must not be in the future after a restart.
 */
const AHEAD_FILE = join(resolve(process.env.DATA_DIR?.trim() || '.data'), 'dev-clock')
const KEEP_EVERY_MS = 1_000

function readAhead(): number {
  try {
    return Number(readFileSync(AHEAD_FILE, 'utf8')) || 0
  } catch {
    return 0
  }
}

function keepAhead(clock: DevClock): void {
  let kept = readAhead()
  setInterval(() => {
    const ahead = clock.aheadMs
    if (Math.abs(ahead - kept) < KEEP_EVERY_MS) return
    kept = ahead
    mkdirSync(dirname(AHEAD_FILE), { recursive: true })
    writeFileSync(AHEAD_FILE, String(Math.ceil(ahead)))
  }, KEEP_EVERY_MS).unref()
}

/**
 * `npm run dev`: the server with a clock, a market and failures that QA can move. It is in no production bundle. With
 * `FEED=pyth` and no `PYTH_URL`, prices are signed here, by test signers.
 */
const workbench: Workbench = { clock: new DevClock(readAhead()), feed: createDevFeed(), failures: { mode: 'off' } }
keepAhead(workbench.clock)

async function run() {
  const { clock, feed } = workbench
  const signs = wantsDemoHermes(process.env)
  if (signs) Object.assign(process.env, demoHermesSettings(await startDemoHermes(clock, feed.wrap)))
  runServer({
    clock,
    // QA moves prices before they are signed: a signed price cannot be changed.
    ...(signs ? {} : { wrapFeed: feed.wrap }),
    onApp: (app, deps) => registerDevRoutes(app, deps, workbench),
  })
}

void run()
