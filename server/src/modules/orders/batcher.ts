/**
 * Collects what arrives while the database is busy: the first order goes alone at once, the next ones together once it
 * has answered. A second batch in parallel has to be worth its fixed cost, or the first takes too long: a lock that one
 * user holds must not hold up everybody. A key (the user) is in at most one batch at a time.
 */
export interface Batcher<T, R> {
  /** Resolves with the item's own result; rejects with `OverloadError` when too many wait or it has waited too long. */
  add(key: bigint, item: T): Promise<R>
}

export class OverloadError extends Error {
  override name = 'OverloadError'
}

export interface BatcherOptions<T, R> {
  /** Results are in the given order. When a batch of several fails, each item is tried again alone. */
  run(items: T[]): Promise<R[]>
  batchMax: number
  inFlightMax: number
  /** While a batch is under way, another one starts once this many wait. */
  worthwhile: number
  /** Or once none has started for this long, ms. */
  patienceMs: number
  queueMax: number
  /** Entries older than this are no longer run, ms. */
  ageMaxMs: number
}

interface Waiting<T, R> {
  key: bigint
  item: T
  addedAtMs: number
  resolve(result: R): void
  reject(error: unknown): void
}

export function createBatcher<T, R>(options: BatcherOptions<T, R>): Batcher<T, R> {
  const { run, batchMax, inFlightMax, worthwhile, patienceMs, queueMax, ageMaxMs } = options
  let queue: Waiting<T, R>[] = []
  const busy = new Set<bigint>()
  let inFlight = 0
  let scheduled = false
  let startedAtMs = 0
  let overtaking: NodeJS.Timeout | undefined

  function take(): Waiting<T, R>[] {
    const batch: Waiting<T, R>[] = []
    const rest: Waiting<T, R>[] = []
    for (const entry of queue) {
      if (batch.length < batchMax && !busy.has(entry.key)) {
        busy.add(entry.key)
        batch.push(entry)
      } else {
        rest.push(entry)
      }
    }
    queue = rest
    return batch
  }

  /** Rejects an entry that has waited too long, and returns whether it did. */
  function rejectOld(entry: Waiting<T, R>): boolean {
    const isOld = performance.now() - entry.addedAtMs > ageMaxMs
    if (isOld) entry.reject(new OverloadError('an order waited too long to be placed'))
    return isOld
  }

  async function runAlone(entry: Waiting<T, R>) {
    if (rejectOld(entry)) return
    try {
      const [result] = await run([entry.item])
      entry.resolve(result as R)
    } catch (error) {
      entry.reject(error)
    }
  }

  async function runBatch(batch: Waiting<T, R>[]) {
    try {
      const results = await run(batch.map((entry) => entry.item))
      for (const [index, entry] of batch.entries()) entry.resolve(results[index] as R)
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const entry of batch) await runAlone(entry)
    }
  }

  function mayStart(): boolean {
    if (inFlight === 0) return true
    return inFlight < inFlightMax && (queue.length >= worthwhile || performance.now() - startedAtMs >= patienceMs)
  }

  function dispatch() {
    scheduled = false
    clearTimeout(overtaking)
    queue = queue.filter((entry) => !rejectOld(entry))
    while (queue.length > 0 && mayStart()) {
      const batch = take()
      if (batch.length === 0) return
      inFlight++
      startedAtMs = performance.now()
      void runBatch(batch).finally(() => {
        inFlight--
        for (const { key } of batch) busy.delete(key)
        dispatch()
      })
    }
    if (queue.length > 0 && inFlight < inFlightMax) overtaking = setTimeout(dispatch, patienceMs)
  }

  return {
    add(key, item) {
      if (queue.length >= queueMax) return Promise.reject(new OverloadError('too many orders wait to be placed'))
      return new Promise<R>((resolve, reject) => {
        queue.push({ key, item, addedAtMs: performance.now(), resolve, reject })
        if (scheduled) return
        scheduled = true
        // Everything that this turn of the event loop read from the sockets goes together.
        setImmediate(dispatch)
      })
    },
  }
}
