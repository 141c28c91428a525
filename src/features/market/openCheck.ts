export { checkExample } from '../../stores/openChecks'
export { GuessRun } from './guessRun'
