import { mergeGroups } from '../../mergeGroups'
import early from './early.json'
import market from './market.json'
import shell from './shell.json'

/** What the early pages say. */
export const messages = mergeGroups([shell, market, early])
