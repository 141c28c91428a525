import type { Sealer } from '../shared/sealing'

/** To what the number of a user's document is bound when it is sealed. */
export const idNumberContext = (userId: bigint) => `verification ${userId} id number`

/** The marks by which a document is found again, one of each configured key; the first one is stored with a submission. */
export const documentMarks = (
  sealer: Pick<Sealer, 'marks'>,
  { nationality, idNumber }: { nationality: string; idNumber: string },
) => sealer.marks(`${nationality} ${idNumber}`, 'document of a person')

/** A verified document as it is stored. */
export interface DocumentRow {
  id_mark: Buffer | null
  nationality: string
  sealed_id_number: string
}

/** Its marks by each configured key; only the stored one if none of them opens the number: its key was lost. */
export function marksOfDocument(
  sealer: Pick<Sealer, 'marks' | 'openText'>,
  userId: bigint,
  row: DocumentRow,
): Buffer[] {
  try {
    const idNumber = sealer.openText(row.sealed_id_number, idNumberContext(userId))
    return documentMarks(sealer, { nationality: row.nationality, idNumber })
  } catch {
    return row.id_mark ? [row.id_mark] : []
  }
}
