/** WeChat draws in its own thread, which no script of ours holds up. */
export const nextTask = async (): Promise<void> => undefined

/** Calls `run` once WeChat has the rendered data. Returns a function that cancels it. */
export function afterPicture(run: () => void): () => void {
  const timer = setTimeout(run, 0)
  return () => clearTimeout(timer)
}

export async function inSteps(steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) step()
}
