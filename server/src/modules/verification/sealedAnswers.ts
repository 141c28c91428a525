import type { Sealer } from '../../shared/sealing'
import { idNumberContext } from '../../users/documents'
import type { VerificationRow } from './repository'
import type { Answers } from './rules'

const nameContext = (userId: bigint) => `verification ${userId} name`

/** Name and ID number as they are stored. */
export const sealAnswers = (sealer: Sealer, userId: bigint, { name, idNumber }: Answers) => ({
  sealedName: sealer.seal(name, nameContext(userId)),
  sealedIdNumber: sealer.seal(idNumber, idNumberContext(userId)),
})

/** The user's entries, in the clear. */
export const openAnswers = ({ sealer }: { sealer: Sealer }, row: VerificationRow): Answers => ({
  name: sealer.openText(row.sealed_name, nameContext(row.user_id)),
  nationality: row.nationality,
  idNumber: sealer.openText(row.sealed_id_number, idNumberContext(row.user_id)),
})
