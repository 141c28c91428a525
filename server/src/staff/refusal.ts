import type { ConsoleProblem } from '../../../contract/console'
import type { ConsoleFault } from '../../../contract/consoleStatements'

/** A request of the console that cannot be carried out; nothing was changed. */
export class ConsoleRefusal extends Error {
  override name = 'ConsoleRefusal'

  constructor(
    readonly problem: ConsoleProblem,
    readonly retryAfterSeconds?: number,
    readonly fault?: ConsoleFault,
  ) {
    super(problem)
  }
}
