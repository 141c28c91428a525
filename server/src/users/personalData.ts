import type { ErrorDetails } from '../../../contract/errors'
import type { Tx } from '../database/database'

export type DeletionBlocker = NonNullable<ErrorDetails['blockers']>[number]

/** At most this many rows of a list are in an export; `truncated` says when there were more. */
export const EXPORT_ROWS_MAX = 10_000

/** One module's data about a user: shown in an export, asked before a deletion, erased by it. */
export interface PersonalDataSource {
  /** Name in the export. */
  section: string
  /** JSON values, everything that is kept, bounded; without secrets and hashes. */
  read(userId: bigint): Promise<unknown>
  /** Unfinished business that prevents a deletion. Reads after the ledger accounts of the user were locked. */
  blockers?(tx: Tx, userId: bigint): Promise<DeletionBlocker[]>
  /** Removes everything that identifies the user. */
  erase?(tx: Tx, userId: bigint, now: Date): Promise<void>
  /** Tables with a user in them that no export shows, each with the reason. */
  unexported?: Readonly<Record<string, string>>
  /** Tables of which a deletion leaves rows, each with the reason. */
  kept?: Readonly<Record<string, string>>
}

/** The newest rows of a list that was read with one row more than the limit. */
export function boundedRows<T>(rows: T[]): { rows: T[]; truncated: boolean } {
  return { rows: rows.slice(0, EXPORT_ROWS_MAX), truncated: rows.length > EXPORT_ROWS_MAX }
}
