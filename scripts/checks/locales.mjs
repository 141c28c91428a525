import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textsModule } from '../docs/texts.mjs'
import { fromRoot } from '../lib/paths.mjs'
import { readTexts, textLocales } from '../lib/texts.mjs'
import { flatten } from './localeTexts.mjs'

export const title = 'every locale has every text, with the same values, and none is unused or left in English'

const REFERENCE = 'en-US'
const PLURAL = /_(zero|one|two|few|many|other)$/
/** Words that a careful translator leaves as they are: names, units, loan words. */
const SAME_IS_FINE = new Set(
  (
    'Account Amount Code Crypto Error Euro FX Favoris Home Indices Info Maintenance Message Messages Minimum Montant News OK ' +
    'Positions Position Produkte Rate Restart Silber Status System Ticket UTC Version Vol Volume Bitcoin Portfolio Default ' +
    'Theme Rule Profil Sessions Login'
  ).split(' '),
)

/** @typedef {Map<string, string>} Texts by key */

const OUTDATED = 'src/i18n/texts.ts is out of date; run: node scripts/docs/texts.mjs'

/** @param {string} key */
const base = (key) => key.replace(PLURAL, '')
/** @param {string} text */
const valuesIn = (text) => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))].sort().join(',')

/** @param {string} locale @param {Texts} texts @param {Texts} reference */
function compare(locale, texts, reference) {
  const problems = []
  const own = new Map([...texts].map(([key, text]) => [base(key), text]))
  const wanted = new Map([...reference].map(([key, text]) => [base(key), text]))
  for (const [key, text] of wanted) {
    const mine = own.get(key)
    if (mine === undefined || mine.trim() === '') problems.push(`${locale}: ${key} has no text`)
    else if (valuesIn(mine) !== valuesIn(text)) problems.push(`${locale}: ${key} names other values than ${REFERENCE}`)
    else if (mine === text && isSentence(text)) problems.push(`${locale}: ${key} is still in English: ${text}`)
  }
  for (const key of own.keys()) if (!wanted.has(key)) problems.push(`${locale}: ${key} is in no other locale`)
  return problems
}

/** Text of several words that has no reason to be the same in two languages. @param {string} text */
function isSentence(text) {
  const words = text.replace(/\{\{\w+\}\}/g, ' ').match(/[A-Za-z]{2,}/g) ?? []
  return words.length >= 2 && !words.every((word) => SAME_IS_FINE.has(word))
}

/** @param {string} folder */
function sources(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.|^texts\.ts$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

/**
 * Keys that no source names, neither whole nor by the beginning of a computed key such as `errors.${code}`.
 * @param {Iterable<string>} keys
 */
function unused(keys) {
  // The server words the texts of pushes.
  const code = sources(fromRoot('src')) + sources(fromRoot('server', 'src', 'modules', 'push'))
  const prefixes = [...code.matchAll(/`((?:[\w-]+\.)+)\$\{/g)].map(([, prefix]) => prefix)
  return [...new Set([...keys].map(base))].filter(
    (key) =>
      !["'", '"', '`'].some((quote) => code.includes(`${quote}${key}${quote}`)) &&
      !prefixes.some((prefix) => key.startsWith(prefix)),
  )
}

/**
 * Places that have to know each locale of contract/locales.ts and that no compiler looks at.
 * @param {string[]} files
 */
function forgotten(files) {
  const contract = readFileSync(fromRoot('contract', 'locales.ts'), 'utf8')
  const all = [...contract.matchAll(/^ {2}'([a-z]{2}-[A-Z]{2})',$/gm)].map(([, locale]) => locale)
  const styles = readFileSync(fromRoot('src', 'styles', 'component.scss'), 'utf8')
  const [first] = all
  return [
    ...all
      .map((locale) => `src/i18n/countries/${locale}.json`)
      .filter((file) => !existsSync(fromRoot(file)))
      .map((file) => `there is no ${file}`),
    ...all.filter((locale) => !files.includes(locale)).map((locale) => `there is no src/i18n/locales/${locale}.json`),
    ...files.filter((locale) => !all.includes(locale)).map((locale) => `contract/locales.ts has no ${locale}`),
    ...all
      .filter(
        (locale) => locale !== first && ![locale, locale.split('-')[0]].some((tag) => styles.includes(`:lang(${tag})`)),
      )
      .map((locale) => `src/styles/component.scss has no font for ${locale}`),
    ...['documents', 'news'].flatMap((kind) =>
      readdirSync(fromRoot('server', 'content', kind)).flatMap((name) =>
        all
          .filter((locale) => !existsSync(fromRoot('server', 'content', kind, name, `${locale}.md`)))
          .map((locale) => `server/content/${kind}/${name} has no ${locale}.md`),
      ),
    ),
  ]
}

export async function run() {
  const locales = textLocales()
  const textsIn = (/** @type {string} */ locale) => new Map(flatten(readTexts(locale)))
  const reference = textsIn(REFERENCE)
  return [
    ...forgotten(locales),
    ...locales
      .filter((locale) => locale !== REFERENCE)
      .flatMap((locale) => compare(locale, textsIn(locale), reference)),
    ...unused(reference.keys()).map((key) => `no source uses ${key}`),
    ...(readFileSync(fromRoot('src', 'i18n', 'texts.ts'), 'utf8') === textsModule() ? [] : [OUTDATED]),
  ]
}
