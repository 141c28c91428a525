/** What the app loads when a closed order is opened. */
export { historyProblem } from './heads'
export { checkReceipt } from './receipt'
