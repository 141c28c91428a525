import type { ConsoleProblem } from '../../../contract/console'

/** A request of the console that cannot be carried out; nothing was changed. */
export class ConsoleRefusal extends Error {
  override name = 'ConsoleRefusal'

  constructor(
    readonly problem: ConsoleProblem,
    readonly retryAfterSeconds?: number,
  ) {
    super(problem)
  }
}
