import { mergeGroups } from '../../mergeGroups'
import { messages as first } from './first'
import { messages as rest } from './rest'

/** All texts. Made by `node scripts/docs/texts.mjs`. */
export const messages = mergeGroups([first, rest])
