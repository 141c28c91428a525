import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Vector } from './vectorKit'

const FOLDER = join(__dirname, 'vectors')

/** The text of each file of vectors, by its name. */
export const vectorFiles: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]),
)

export const vectors: readonly Vector[] = Object.values(vectorFiles).flatMap((text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line)),
)

/** The vector of this name; throws if there is none. */
export function vectorNamed(name: string): Vector {
  const found = vectors.find((each) => each.name === name)
  if (!found) throw new Error(`no vector is named ${name}`)
  return found
}

/** The receipt as it is in the vector's file. */
export function textOf({ receipt, written }: Vector): string {
  const text = JSON.stringify(receipt)
  return written ? text.replace(...written) : text
}

/** Whether the lie shows only in addition to what the user or the server has. */
export const isBeside = ({ acceptance, witnesses, server, checkpoints }: Vector): boolean =>
  [acceptance, witnesses, server, checkpoints].some((each) => each !== undefined)

export const allSigners = [...new Set(vectors.flatMap(({ signers }) => signers ?? []))]
