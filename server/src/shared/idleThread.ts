import { Worker } from 'node:worker_threads'

/** Without work for this long a thread ends. */
const IDLE_MS = 10_000

interface Asked<A> {
  answer(value: A): void
  fail(error: Error): void
}

/** A thread that is there while it has work. */
export interface IdleThread<Q, A> {
  /** The thread's response to `message`; fails if it ends before. Messages are answered in their order. */
  ask(message: Q): Promise<A>
}

/**
 * Runs `program`, JavaScript as it is, because the server is bundled into one file: it has `parentPort` and `workerData`, and
 * posts one answer for each message. The process does not wait for a thread without work.
 */
export function createIdleThread<Q, A>(program: string, workerData?: unknown): IdleThread<Q, A> {
  let asked: Asked<A>[] = []
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(`const { parentPort, workerData } = require('node:worker_threads')\n${program}`, {
      eval: true,
      workerData,
    })
    started.on('message', (value: A) => {
      asked.shift()?.answer(value)
      if (asked.length === 0) started.unref()
    })
    let reason = new Error('the thread has ended')
    // 'exit' follows.
    started.on('error', (error: Error) => {
      reason = error
    })
    started.on('exit', () => {
      if (thread !== started) return
      thread = undefined
      const lost = asked
      asked = []
      for (const { fail } of lost) fail(reason)
    })
    return started
  }

  function restUntilNeeded() {
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (asked.length > 0) return restUntilNeeded()
      const ended = thread
      thread = undefined
      void ended?.terminate()
    }, IDLE_MS).unref()
  }

  return {
    ask: (message) =>
      new Promise((answer, fail) => {
        thread ??= start()
        asked.push({ answer, fail })
        thread.ref()
        thread.postMessage(message)
        restUntilNeeded()
      }),
  }
}
