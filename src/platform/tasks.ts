const nextMessage = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })

/**
 * Lets the browser paint and take input, and continues after it. A timer, which is left if there is nothing else,
 * would wait for a second in a hidden tab, and when timers are nested for some milliseconds in any.
 */
export function nextTask(): Promise<void> {
  // Chromium has it since 129; some versions before have a scheduler without it.
  const scheduler: Partial<Scheduler> | undefined = window.scheduler
  if (scheduler?.yield) return scheduler.yield()
  return typeof MessageChannel === 'function' ? nextMessage() : new Promise((resolve) => setTimeout(resolve, 0))
}

/** Calls `run` once the rendered page is on the screen. Returns a function that cancels it. */
export function afterPicture(run: () => void): () => void {
  let isOff = false
  const frame = requestAnimationFrame(() => void nextTask().then(() => isOff || run()))
  return () => {
    isOff = true
    cancelAnimationFrame(frame)
  }
}

/** Runs each step in its own task; one that fails keeps none of the others from running. */
export async function inSteps(steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) {
    try {
      step()
    } catch (error) {
      failures.push(error)
    }
    await nextTask()
  }
  if (failures.length > 0) throw failures[0]
}
