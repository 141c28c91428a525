import type { Locale } from '../../contract/locales'
import { withoutTurns } from '../../contract/plainText'
import { currentLocale, textsChanged } from './index'

type Ask = (key: string, locale: Locale) => Promise<string | undefined>

const known = new Map<string, string>()
const asked = new Set<string>()
let ask: Ask | undefined

/** Sets how to fetch words that the app does not ship with; `way` returns undefined if it cannot fetch them. */
export function askReasonsBy(way: Ask): void {
  ask = way
}

/** Words of a reason; undefined until they have arrived, and then the texts are rendered again. */
export function reasonWords(key: string): string | undefined {
  const locale = currentLocale()
  const name = `${locale} ${key}`
  if (!known.has(name) && !asked.has(name)) void fetchWords(name, key, locale)
  return known.get(name)
}

/** Fetches the words once; the next look tries again if they did not come. */
async function fetchWords(name: string, key: string, locale: Locale): Promise<void> {
  if (!ask) return
  asked.add(name)
  const text = await ask(key, locale)
  asked.delete(name)
  if (text === undefined) return
  known.set(name, withoutTurns(text))
  textsChanged()
}
