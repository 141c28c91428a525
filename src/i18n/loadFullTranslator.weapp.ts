import { fullTranslator } from './fullTranslator'

/** WeChat has downloaded it with the rest of the package. */
export const loadFullTranslator = async () => fullTranslator
