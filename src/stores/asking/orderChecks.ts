/**
 * The parts of a ticket that sign an order and to check what the service signs for it; `../proofCheck.ts` brings it.
 */
export { acceptanceProblems } from '../../domain/proof/acceptance'
export { toHex } from '../../domain/proof/bytes'
export { restoreSaid } from '../../domain/proof/restores'
export { logKeys, originOf, readCheckpoint } from '../../domain/proof/seenLog'
export { signAsk, unseenLog } from '../../domain/proof/signedAsk'
export { signerOf } from '../../domain/proof/signing'
export { parsePin } from '../../domain/proof/witnesses'
