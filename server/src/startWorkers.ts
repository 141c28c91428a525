import { createLease } from './cluster/lease'
import { oneAtATime } from './cluster/oneAtATime'
import { keepPartitions } from './database/partitions'
import type { Deps } from './deps'
import { createLoop, type Loop, type LoopOptions } from './shared/loop'

export interface Workers {
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>
}

const ARCHIVE_MS = 3_600_000
const PARTITIONS_MS = 10 * 60_000

function sweepsOf(deps: Deps): Loop[] {
  const every = (everyMs: number, turn: LoopOptions['turn']) =>
    createLoop({
      clock: deps.clock,
      everyMs,
      turn,
      failed: (error) => deps.log.warn({ err: error }, 'a periodic task failed'),
    })
  const sweeps = deps.modules.flatMap((module) => module.sweeps ?? [])
  return [
    ...sweeps.map(({ everyMs, run }) => every(everyMs, run)),
    every(ARCHIVE_MS, async (signal) => {
      await deps.archiver.runOnce(signal)
    }),
    every(PARTITIONS_MS, async () => {
      const kept = await keepPartitions(deps.database, deps.clock.now())
      if (kept.made.length + kept.dropped.length > 0) deps.log.info(kept, 'partitions were made or dropped')
    }),
  ]
}

/** Work for which one node is enough: it walks over the books and sweeps, until it stops or another one takes over. */
function createUpkeep(deps: Deps) {
  let sweeps: Loop[] = []
  return createLease(deps, {
    name: 'upkeep',
    holder: deps.holder,
    force: deps.config.databaseUrl === undefined,
    async gained() {
      deps.auditor.start()
      sweeps = sweepsOf(deps)
      for (const sweep of sweeps) sweep.start()
    },
    async lost() {
      await Promise.all([deps.auditor.stop(), ...sweeps.map((sweep) => sweep.stop())])
    },
  })
}

/** Starts the work that any number of nodes share by claiming, and runs for election to the work of one node. */
async function startWork(deps: Deps): Promise<() => Promise<unknown>> {
  const upkeep = createUpkeep(deps)
  const workers = deps.modules.flatMap(({ worker }) => worker ?? [])
  for (const { catchUp } of deps.modules) await catchUp?.()
  for (const worker of workers) worker.start()
  await upkeep.start()
  return () => Promise.all([...workers.map((worker) => worker.stop()), upkeep.stop()])
}

async function seedModules({ modules }: Deps): Promise<void> {
  for (const { seed } of modules) await seed?.()
}

/** Brings notifications from other processes to the sockets of this node. */
async function startEvents(deps: Deps): Promise<() => Promise<unknown>> {
  await deps.userEvents.start()
  deps.userEventsFallback.start()
  return () => Promise.all([deps.userEvents.stop(), deps.userEventsFallback.stop()])
}

/** Starts everything that runs by itself on a node of these roles. */
export async function startWorkers(deps: Deps): Promise<Workers> {
  const { roles } = deps.config
  await deps.link.start()
  if (roles.has('worker')) await oneAtATime(deps.database.url, () => seedModules(deps))
  await deps.market.start()
  deps.auditor.share()
  const stopWork = roles.has('worker') ? await startWork(deps) : undefined
  const stopEvents = roles.has('stream') ? await startEvents(deps) : undefined
  return {
    async stop() {
      await Promise.all([stopWork?.(), stopEvents?.(), deps.auditor.endSharing()])
      await deps.market.stop()
      await deps.link.stop()
    },
  }
}
