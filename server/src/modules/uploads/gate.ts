/** Lets a few tasks run at once and a few more wait; refuses the rest at once. */
export interface Gate {
  /** Undefined when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T | undefined>
}

export function createGate(limits: { running: number; waiting: number }): Gate {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async run(work) {
      if (running >= limits.running) {
        if (waiting.length >= limits.waiting) return undefined
        // A finished task hands its slot on directly, so that no newcomer takes it first.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
