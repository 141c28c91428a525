/** What the app loads when a closed order is opened. */
export { parseCheckpoint } from './checkpoint'
export { historyProblem } from './heads'
export { proofCode } from './proofCode'
export { checkReceipt, termsProblems } from './receipt'
export { orderProblems } from './sameOrder'
