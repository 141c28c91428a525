import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Vector } from './vectorKit'

/** The published vectors, and the scripts that have to agree about them. */
const FOLDER = join(__dirname, 'vectors')
const SCRIPTS = join(__dirname, '../../scripts')

export const vectors: readonly Vector[] = readdirSync(FOLDER).map((name) =>
  JSON.parse(readFileSync(join(FOLDER, name), 'utf8')),
)

/** The receipt as it is in the vector's file. */
export function textOf({ receipt, written }: Vector): string {
  const text = JSON.stringify(receipt)
  return written ? text.replace(...written) : text
}

/** Whether the lie shows only in addition to what the user or the server has. */
export const isBeside = ({ acceptance, witnesses, server, checkpoints, hermes }: Vector): boolean =>
  [acceptance, witnesses, server, checkpoints, hermes].some((each) => each !== undefined)

interface Said {
  status: number
  lines: string[]
  error: string
}

const run = (program: string, args: readonly string[]): Promise<Said> =>
  new Promise((resolve) => {
    execFile(program, [...args], { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line !== '')
      resolve({ status: error ? Number(error.code) : 0, lines, error: stderr })
    })
  })
/** The interpreter itself: where versions are managed, `python3` is a shell script that takes as long as a receipt. */
const PYTHON = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()
export const python = (...args: readonly string[]) => run(PYTHON, [join(SCRIPTS, 'verify_receipt.py'), ...args])
export const node = (...args: readonly string[]) =>
  run(process.execPath, [join(SCRIPTS, 'verify-receipt.mjs'), ...args])

/** The sets of signers that any vector names. */
export const allSigners = [...new Set(vectors.flatMap(({ signers }) => signers ?? []))]
