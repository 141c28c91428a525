// node scripts/docs/pushTexts.mjs: writes server/src/modules/push/texts.json, what the server says in a push, from the
// texts of the app: a message reads the same in both. The check "locales" holds them together.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flatten } from '../checks/localeTexts.mjs'
import { fromRoot } from '../lib/paths.mjs'

const FOLDER = fromRoot('src', 'i18n', 'locales')
const FILE = fromRoot('server', 'src', 'modules', 'push', 'texts.json')
/** Nothing with an amount in it: a push shows none. */
const WANTED = [
  /^push\./,
  /^message\.(announcement|reference)$/,
  /^message\.order\.(won|lost|tie|void)$/,
  /^message\.\w+\.title$/,
  /^message\.price_alert\.(above|below)$/,
  /^message\.verification_\w+\.text$/,
  /^message\.security\.(other|\w+\.(title|text))$/,
]

function textsIn(locale) {
  const texts = readdirSync(join(FOLDER, locale))
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => flatten(JSON.parse(readFileSync(join(FOLDER, locale, name), 'utf8'))))
    .filter(([key]) => WANTED.some((pattern) => pattern.test(key)))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(texts)
}

/** The file as it should be. */
export function pushTexts() {
  const texts = Object.fromEntries(readdirSync(FOLDER).map((locale) => [locale, textsIn(locale)]))
  return `${JSON.stringify(texts, null, 2)}\n`
}

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, pushTexts())
