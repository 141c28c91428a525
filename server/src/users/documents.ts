import { compactIdNumber } from '../../../contract/identityDocument'
import type { Sealer } from '../shared/sealing'

/** To what the number of a user's document is bound when it is sealed. */
export const idNumberContext = (userId: bigint) => `verification ${userId} id number`

/** Capital letters of Cyrillic and Greek and below them the Latin ones that look the same. */
const LOOKALIKES = ['АВЕКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEKMHOPCTYXIJSABEZHIKMNOPTYX'] as const

/** One form of each number, so that nobody is verified twice by another spelling of it. */
const comparable = (idNumber: string): string =>
  [...compactIdNumber(idNumber)].map((letter) => LOOKALIKES[1][LOOKALIKES[0].indexOf(letter)] ?? letter).join('')

/**
 * The marks by which a document is found again, of each configured key; the first one is stored with a submission. The
 * others find numbers that were stored as they were typed, until `reseal` has marked them again.
 */
export function documentMarks(
  sealer: Pick<Sealer, 'marks'>,
  { nationality, idNumber }: { nationality: string; idNumber: string },
): [Buffer, ...Buffer[]] {
  const markOf = (form: string) => sealer.marks(`${nationality} ${form}`, 'document of a person')
  const first = comparable(idNumber)
  const others = [...new Set([idNumber, first.toLowerCase()])].filter((form) => form !== first)
  return [...markOf(first), ...others.flatMap(markOf)]
}

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
