import { mergeGroups } from '../../mergeGroups'
import { messages as first } from './first'
import { messages as rest } from './rest'

export const messages = mergeGroups([first, rest])
