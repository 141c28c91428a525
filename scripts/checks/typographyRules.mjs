/** Typography by language, apart from reading files, so that test/rules can test it. */

const NARROW = '\u202f'
const NO_BREAK = '\u00a0'

/**
 * Parts of Markdown and values that are not words: front matter, table rules, code, addresses of links.
 * @param {string} text
 */
const wordsOf = (text) =>
  text
    .replace(/^---\n.*?\n---\n/s, (block) => block.replace(/^(---|\w+: )/gm, ''))
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`]*`/g, '')
    .replace(/https?:\/\/\S+/g, '')
    .replace(/^[|: -]+$/gm, '')

/** @typedef {[pattern: RegExp, problem: string][]} Rules the first group of a pattern is the sign */

/** Before `;`, `!` and `?` and inside guillemets a narrow no-break space, before `:` and `%` a no-break one. @type {Rules} */
const FRENCH = [
  [new RegExp(`[^${NARROW}!?]([;!?])`), 'has no narrow no-break space (U+202F) before'],
  [new RegExp(`[^${NO_BREAK}](:)(?=[\\s${NO_BREAK}]|$)`), 'has no no-break space (U+00A0) before'],
  [/\d *(%)|} *(%)/, 'has no no-break space (U+00A0) before'],
  [new RegExp(`(«)[^${NARROW}]`), 'has no narrow no-break space (U+202F) behind'],
  [new RegExp(`[^${NARROW}](»)`), 'has no narrow no-break space (U+202F) before'],
  [/\w(')\w/, 'has a straight apostrophe'],
]

const HAN = '[\\u3040-\\u30ff\\u3400-\\u9fff]'
/** Sentences in Chinese and Japanese have their own signs, and no space between each other. @type {Rules} */
const FULL_WIDTH = [
  [new RegExp(`${HAN}([,;:!?])`), 'has a half-width'],
  [new RegExp(`[。！？]( )${HAN}`), 'has a space between sentences:'],
]

/** Japanese has no space next to a value. @type {Rules} */
const JAPANESE = [...FULL_WIDTH, [new RegExp(`${HAN}( )\\{\\{|\\}\\}( )${HAN}`), 'has a space next to a value:']]

/** English, too, has curly apostrophes and quotation marks. @type {Rules} */
const ENGLISH = [
  [/\w(')/, 'has a straight apostrophe'],
  [/(")/, 'has a straight quotation mark'],
]

/** @type {Record<string, Rules>} */
const RULES = { 'en-US': ENGLISH, 'fr-FR': FRENCH, 'zh-CN': FULL_WIDTH, 'zh-TW': FULL_WIDTH, 'ja-JP': JAPANESE }

/**
 * Problems in a text of a language; one message per rule.
 * @param {string} text @param {string} locale @returns {string[]}
 */
export function typographyProblems(text, locale) {
  const words = wordsOf(text)
  return (RULES[locale] ?? []).flatMap(([pattern, problem]) => {
    const found = pattern.exec(words)
    if (!found) return []
    const sign = found.slice(1).find((group) => group !== undefined)
    const from = Math.max(0, found.index - 12)
    return [`${problem} "${sign}" in "${words.slice(from, found.index + 12).replaceAll('\n', ' ')}"`]
  })
}
