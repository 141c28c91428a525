/** WeChat draws in its own thread, which no script of ours holds up. */
export const nextTask = async (): Promise<void> => undefined

export async function inSteps(steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) step()
}
