import { keepThaiWords } from '../src/domain/thaiWords'
import FIRST from '../src/i18n/firstTexts.json'

interface Texts {
  [key: string]: string | Texts
}

/** Texts of the early pages, of all others, of both. */
export type TextPart = 'first' | 'rest' | 'app'

const first = new Set(FIRST)
/** Groups that only the server says. */
const NOT_OF_THE_APP = new Set(['push'])
const PLURAL = /_(zero|one|two|few|many|other)$/

/** A part of a language's file of texts, with its texts as they are shown. */
export function partOf(json: string, part: TextPart): Texts {
  const parts = Object.entries<Texts>(JSON.parse(keepThaiWords(json))).flatMap(([name, group]) => {
    if (NOT_OF_THE_APP.has(name)) return []
    const isFirst = (key: string) => first.has(name) || first.has(`${name}.${key.replace(PLURAL, '')}`)
    const texts = Object.entries(group).filter(([key]) => part === 'app' || isFirst(key) === (part === 'first'))
    return texts.length > 0 ? [[name, Object.fromEntries(texts)] as const] : []
  })
  return Object.fromEntries(parts)
}
