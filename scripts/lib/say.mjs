/** One sentence that tells the person at the terminal what is wrong and what to do; printed without a stack trace. */
export class Refusal extends Error {}

/** @param {string} text what is being done now */
export function say(text) {
  process.stdout.write(`fairtick: ${text}\n`)
}

/** What is printed of a failure: a `Refusal` is one sentence, anything else is a bug and keeps its stack trace. */
export const failureText = (error) =>
  error instanceof Refusal ? `fairtick: ${error.message}\n` : `${error?.stack ?? error}\n`

/**
 * Runs a command's main function and turns its failure into a text and an exit code.
 * @param {() => Promise<number | undefined | void>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    process.stderr.write(failureText(error))
    process.exitCode = 1
  }
}

/** @param {number} startedAt from `Date.now()` */
export const secondsSince = (startedAt) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`
