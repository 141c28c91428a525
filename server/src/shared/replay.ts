import { hash } from 'node:crypto'
import type { ErrorCode } from '../../../contract/errors'
import { ok, type Result, refuse } from './result'

/** Facts that make two requests with one id the same: the facts of the body, amounts by value. */
export const bodyHash = (...facts: readonly (string | number | bigint | undefined)[]): Buffer =>
  hash('sha256', JSON.stringify(facts.map(String)), 'buffer')

/** Whether a stored request had this body. */
export const hasBody =
  (wanted: Buffer) =>
  (row: { body_hash: Buffer }): boolean =>
    row.body_hash.equals(wanted)

/**
 * The answer to a request whose id may be known, because its first answer was lost: the same as then for the same body,
 * `conflict` for another one. Undefined for a new id.
 */
export async function replay<Row, T, C extends ErrorCode>(
  row: Row | undefined,
  isSame: (row: Row) => boolean,
  conflict: C,
  answer: (row: Row) => T | Promise<T>,
): Promise<Result<T, C> | undefined> {
  if (row === undefined) return undefined
  return isSame(row) ? ok(await answer(row)) : refuse(conflict)
}
