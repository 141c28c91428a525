import type { Answer, Options } from './wx'

/** WeChat takes these calls from a tap alone: made later, e.g. when the server has answered, they fail. */
const ON_A_TAP_ONLY = ['shareFileMessage', 'openSetting']

/** Knows whether the program is answering a tap now: in the tap's own task, and no longer. */
export class Taps {
  private answering = false

  /** Runs what a tap does. */
  during(run: () => void): void {
    this.answering = true
    try {
      run()
    } finally {
      // After the promises that are settled already.
      process.nextTick(() => {
        this.answering = false
      })
    }
  }

  /** Puts the question whether it is a tap in front of those functions. */
  guard(functions: Record<string, unknown>, answer: Answer): void {
    for (const name of ON_A_TAP_ONLY) {
      const run = functions[name] as (options?: Options) => unknown
      functions[name] = (options?: Options) =>
        this.answering ? run(options) : answer.fail(name, options, 'can only be invoked by user TAP gesture.')
    }
  }
}
