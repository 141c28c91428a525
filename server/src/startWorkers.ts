import type { Deps } from './deps'

export interface Workers {
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>
}

const SWEEP_MS = 10 * 60_000
const DEPOSIT_SWEEP_MS = 60_000

/** Calls `work` now and then until aborted; a failure is logged and the next turn tries again. */
async function repeat(deps: Deps, signal: AbortSignal, everyMs: number, work: () => Promise<void>) {
  while (!signal.aborted) {
    await work().catch((error) => deps.log.warn({ err: error }, 'a periodic task failed'))
    await deps.clock.sleep(everyMs, signal)
  }
}

/** Starts everything that runs by itself. */
export async function startWorkers(deps: Deps): Promise<Workers> {
  const control = new AbortController()
  await deps.content.seed()
  await deps.market.start()
  // What fell due while nothing ran is settled before anyone can look.
  await deps.settle.runOnce()
  deps.settle.start()
  await deps.userNews.start()
  deps.alertWorker.start()
  deps.savingsWorker.start()
  deps.headWorker.start()
  deps.auditor.start()
  const sweep = repeat(deps, control.signal, SWEEP_MS, async () => {
    await deps.accounts.sweep()
    await deps.uploads.sweep()
    await deps.messages.sweep()
    await deps.alerts.sweep()
  })
  const depositSweep = repeat(deps, control.signal, DEPOSIT_SWEEP_MS, async () => {
    await deps.deposits.sweep()
  })
  return {
    async stop() {
      control.abort()
      await Promise.all([
        deps.settle.stop(),
        deps.auditor.stop(),
        deps.savingsWorker.stop(),
        deps.userNews.stop(),
        deps.alertWorker.stop(),
        deps.headWorker.stop(),
        sweep,
        depositSweep,
      ])
      await deps.market.stop()
    },
  }
}
