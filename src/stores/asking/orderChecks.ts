/**
 * The parts of a ticket that sign an order and to check what the service signs for it; `../proofCheck.ts` brings it.
 */
export { acceptanceProblems } from '../../../proof/acceptance'
export { signAsk, unseenLog } from '../../../proof/ask'
export { toHex } from '../../../proof/bytes'
export { askTextOf } from '../../../proof/leftAsk'
export { isAskRefused } from '../../../proof/refusal'
export { restoreSaid } from '../../../proof/restores'
export { continuesSeen, logKeys, originOf, readCheckpoint, readNewest } from '../../../proof/seenLog'
export { signerOf } from '../../../proof/signing'
export { parsePin } from '../../../proof/witnesses'
export { askWitnesses, findWitness, leaveAsk, namedWitnesses } from './witnessAsk'
