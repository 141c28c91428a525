import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Vector } from './vectorKit'

const FOLDER = join(__dirname, 'vectors')

export const vectors: readonly Vector[] = readdirSync(FOLDER).map((name) =>
  JSON.parse(readFileSync(join(FOLDER, name), 'utf8')),
)

/** The receipt as it is in the vector's file. */
export function textOf({ receipt, written }: Vector): string {
  const text = JSON.stringify(receipt)
  return written ? text.replace(...written) : text
}

/** Whether the lie shows only in addition to what the user or the server has. */
export const isBeside = ({ acceptance, witnesses, server, checkpoints }: Vector): boolean =>
  [acceptance, witnesses, server, checkpoints].some((each) => each !== undefined)

export const allSigners = [...new Set(vectors.flatMap(({ signers }) => signers ?? []))]
