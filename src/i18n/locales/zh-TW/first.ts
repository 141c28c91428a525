import { mergeGroups } from '../../mergeGroups'
import early from './early.json'
import market from './market.json'
import shell from './shell.json'

/** The texts of the early pages. */
export const messages = mergeGroups([shell, market, early])
