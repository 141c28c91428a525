/** The verifier of signed prices, in one chunk: loaded when the first receipt that has any is opened. */
export { checkSignedReceipt } from './receipt'
export { knownSigners } from './signers'
