import type { Deps } from '../deps'
import { appendFeedEvent } from '../market/feedEvents'
import type { App } from '../shared/http'
import { DAY_MS } from '../shared/time'
import type { DevClock } from './devClock'
import { FAILURE_MODES, type FailureMode, type Failures, registerFailures } from './devFailures'
import type { DevFeed } from './devFeed'
import { operate, READY_COMMANDS } from './opsCommands'

export interface Workbench {
  clock: DevClock
  feed: DevFeed
  failures: Failures
}

/** The state of the workbench, as the panel shows it. */
export interface DevState {
  /** ISO 8601, by the server's clock. */
  serverAt: string
  running: boolean
  scale: number
  silent: boolean
  still: boolean
  failures: FailureMode
  /** Ready-made lines for the operator's commands. */
  commands: readonly string[]
}

const JUMP_MAX_MS = 400 * DAY_MS
const RUN_MAX_MS = 3_600_000
/** Fast enough not to wait, slow enough that prices keep their steps. */
const RATE = 25

const refusal = (sentence: string) => ({ error: sentence })

/** Routes of the QA panel, outside of /api. Only server/src/dev/main.ts registers them. */
export function registerDevRoutes(app: App, deps: Deps, { clock, feed, failures }: Workbench): void {
  registerFailures(app, failures)
  const state = (): DevState => ({
    serverAt: new Date(clock.now()).toISOString(),
    running: clock.isRunning,
    scale: feed.scale,
    silent: feed.silent,
    still: feed.still,
    failures: failures.mode,
    commands: READY_COMMANDS,
  })
  app.get('/dev/state', { schema: { hide: true } }, async () => state())

  app.post<{ Body: { kind: 'jump' | 'run'; ms: number } }>(
    '/dev/clock',
    { schema: { hide: true } },
    async ({ body }, reply) => {
      const max = body.kind === 'jump' ? JUMP_MAX_MS : RUN_MAX_MS
      if (!Number.isFinite(body.ms) || body.ms <= 0 || body.ms > max) {
        return reply.code(400).send(refusal(`ms must be from 1 to ${max}`))
      }
      if (body.kind === 'jump') clock.jump(body.ms)
      else clock.run(body.ms, RATE)
      return state()
    },
  )

  app.post<{ Body: { moveBp?: number; silent?: boolean; still?: boolean } }>(
    '/dev/market',
    { schema: { hide: true } },
    async ({ body: { moveBp = 0, silent = feed.silent, still = feed.still } }) => {
      feed.scale *= 1 + moveBp / 10_000
      Object.assign(feed, { silent, still })
      // Prices that were fixed beforehand are so no more, and whoever computes them again has to be told.
      const how = silent ? 'silent' : still ? 'still' : '-'
      await appendFeedEvent(deps.database, clock.now(), 'moved', [feed.scale, how])
      return state()
    },
  )

  app.post<{ Body: { mode: FailureMode } }>('/dev/failures', { schema: { hide: true } }, async ({ body }, reply) => {
    if (!FAILURE_MODES.includes(body.mode)) return reply.code(400).send(refusal('there is no such mode'))
    failures.mode = body.mode
    return state()
  })

  app.post<{ Body: { line: string } }>('/dev/ops', { schema: { hide: true } }, async ({ body }) => ({
    output: await operate(deps, body.line),
  }))
}
