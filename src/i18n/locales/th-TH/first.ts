import { keepThaiWordsIn } from '../../../domain/thaiWords'
import { mergeGroups } from '../../mergeGroups'
import early from './early.json'
import market from './market.json'
import shell from './shell.json'

/** The texts of the early pages. Made by `node scripts/docs/texts.mjs`. */
export const messages = keepThaiWordsIn(mergeGroups([early, market, shell]))
