/** One sentence that tells the person at the terminal what is wrong and what to do; printed without a stack trace. */
export class Refusal extends Error {}

/** @param {string} text what is being done now */
export function say(text) {
  process.stdout.write(`fairtick: ${text}\n`)
}

/** The path that a command cannot write to, and the remedy. @type {Record<string, string>} */
const DISK = {
  EACCES: 'this account may not write there; run the command as the account that owns the folder',
  EPERM: 'this account may not write there; run the command as the account that owns the folder',
  EROFS: 'it is on a disk that is read-only; copy the folder to another one',
  ENOSPC: 'the disk is full; free 3 GB and run the command again',
  EDQUOT: 'the disk space of this account is used up; free 3 GB and run the command again',
}

/**
 * The output for a failure: a `Refusal` or a disk is one sentence, anything else is a bug and keeps its stack trace.
 * @param {unknown} error
 */
export function failureText(error) {
  if (error instanceof Refusal) return `fairtick: ${error.message}\n`
  const { code = '', path = 'A file', stack = error } = /** @type {NodeJS.ErrnoException} */ (error ?? {})
  return DISK[code] ? `fairtick: ${path} cannot be written: ${DISK[code]}.\n` : `${stack}\n`
}

/**
 * Runs a command's main function and turns its failure into a text and an exit code.
 * @param {() => Promise<any>} main resolves with the exit code, or with nothing for success
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
