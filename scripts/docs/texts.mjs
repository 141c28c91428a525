// node scripts/docs/texts.mjs: writes src/i18n/texts.ts, the keys of all texts and the values that each one names, from
// the English texts; and for each locale the lists of its files that the app loads early, later, and (in the mini
// program) at once. The check "locales" compares them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flatten } from '../checks/localeTexts.mjs'
import { fromRoot } from '../lib/paths.mjs'

const LOCALES = fromRoot('src', 'i18n', 'locales')
const FOLDER = join(LOCALES, 'en-US')
const FILE = fromRoot('src', 'i18n', 'texts.ts')
const PLURAL = /_(zero|one|two|few|many|other)$/

/** The file as it should be. */
export function textsModule() {
  const names = new Map()
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json'))) {
    for (const [full, text] of flatten(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))) {
      const key = full.replace(PLURAL, '')
      const values = names.get(key) ?? new Set(PLURAL.test(full) ? ['count'] : [])
      for (const [, name] of text.matchAll(/\{\{(\w+)\}\}/g)) values.add(name)
      names.set(key, values)
    }
  }
  const lines = [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, values]) => {
      const type = [...values].sort().map((name) => `'${name}'`)
      return `  ${/^\w+$/.test(key) ? key : `'${key}'`}: ${type.length > 0 ? type.join(' | ') : 'never'}`
    })
  return `/** Every text by its key, with the values that it names. Made by \`node scripts/docs/texts.mjs\` from locales/en-US. */
export interface Texts {
${lines.join('\n')}
}
`
}

/** The files with the texts of the early pages (`firstTexts.test.ts`). */
const FIRST = ['early', 'market', 'shell']
/** Words of the server. */
const NOT_OF_THE_APP = ['push']
const MADE = 'Made by `node scripts/docs/texts.mjs`.'

/**
 * A list that fits into a line is on one, as the formatter has it.
 * @param {string} locale @param {string[]} names @param {string} what
 */
function listModule(locale, names, what) {
  const isThai = locale === 'th-TH'
  /** @param {string} list */
  const made = (list) => (isThai ? `keepThaiWordsIn(mergeGroups([${list}]))` : `mergeGroups([${list}])`)
  const line = `export const messages = ${made(names.join(', '))}`
  const lines = isThai
    ? `export const messages = keepThaiWordsIn(\n  mergeGroups([\n${names.map((name) => `    ${name},\n`).join('')}  ]),\n)`
    : `export const messages = ${made(`\n${names.map((name) => `  ${name},\n`).join('')}`)}`
  return `${isThai ? "import { keepThaiWordsIn } from '../../../domain/thaiWords'\n" : ''}import { mergeGroups } from '../../mergeGroups'
${names.map((name) => `import ${name} from './${name}.json'`).join('\n')}

/** ${what} ${MADE} */
${line.length <= 120 ? line : lines}
`
}

const WHOLE = `import { mergeGroups } from '../../mergeGroups'
import { messages as first } from './first'
import { messages as rest } from './rest'

/** All texts. ${MADE} */
export const messages = mergeGroups([first, rest])
`

/** The lists of every locale, by path. @returns {[string, string][]} */
export function textLists() {
  const names = readdirSync(FOLDER).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []))
  const rest = names.filter((name) => !FIRST.includes(name) && !NOT_OF_THE_APP.includes(name)).sort()
  return readdirSync(LOCALES).flatMap((locale) => [
    [join(LOCALES, locale, 'first.ts'), listModule(locale, FIRST, 'The texts of the early pages.')],
    [join(LOCALES, locale, 'rest.ts'), listModule(locale, rest, 'The texts of all other pages.')],
    [join(LOCALES, locale, 'index.ts'), WHOLE],
  ])
}

if (process.argv[1] === import.meta.filename)
  for (const [path, text] of [[FILE, textsModule()], ...textLists()]) writeFileSync(path, text)
