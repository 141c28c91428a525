/**
 * Collects what arrives while the database is busy: the first order goes alone at once, the next ones together once a
 * slot is free. Without a timer no order waits for others. A key (the user) is in at most one batch at a time.
 */
export interface Batcher<T, R> {
  /** Resolves with the item's own result; rejects with `QueueFullError` when too many wait. */
  add(key: bigint, item: T): Promise<R>
}

export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

export interface BatcherOptions<T, R> {
  /** Answers in the given order. When a batch of several fails, each item is tried again alone. */
  run(items: T[]): Promise<R[]>
  batchMax: number
  inFlightMax: number
  queueMax: number
}

interface Waiting<T, R> {
  key: bigint
  item: T
  resolve(result: R): void
  reject(error: unknown): void
}

export function createBatcher<T, R>(options: BatcherOptions<T, R>): Batcher<T, R> {
  const { run, batchMax, inFlightMax, queueMax } = options
  let queue: Waiting<T, R>[] = []
  const busy = new Set<bigint>()
  let inFlight = 0
  let scheduled = false

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

  async function runAlone(entry: Waiting<T, R>) {
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

  function dispatch() {
    scheduled = false
    while (inFlight < inFlightMax && queue.length > 0) {
      const batch = take()
      if (batch.length === 0) return
      inFlight++
      void runBatch(batch).finally(() => {
        inFlight--
        for (const { key } of batch) busy.delete(key)
        dispatch()
      })
    }
  }

  return {
    add(key, item) {
      if (queue.length >= queueMax) return Promise.reject(new QueueFullError('too many orders wait to be placed'))
      return new Promise<R>((resolve, reject) => {
        queue.push({ key, item, resolve, reject })
        if (scheduled) return
        scheduled = true
        // Everything that this turn of the event loop read from the sockets goes together.
        setImmediate(dispatch)
      })
    },
  }
}
