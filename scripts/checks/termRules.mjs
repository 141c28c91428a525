/** The rules of the term lists (docs/terms/README.md), apart from reading files, so that test/rules can test them. */

/** Languages that write words without spaces or glue particles to them: a banned variant is any piece of text. */
const WITHOUT_BOUNDARIES = new Set(['zh-CN', 'zh-TW', 'ja-JP', 'ko-KR', 'th-TH'])

/** @param {string} cell */
const listOf = (cell) =>
  cell
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/**
 * @typedef {{ concept: string, word: string, banned: string[], places: string[], isExcept: boolean }} Term
 * @param {string} markdown a term list; rows of its one table
 * @returns {Term[]}
 */
export function parseTerms(markdown) {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|(?: *-+ *\|)+ *$/.test(line))
    .slice(1)
    .map((line) => {
      const [concept = '', word = '', banned = '', where = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      return {
        concept,
        word,
        banned: listOf(banned),
        places: [...where.matchAll(/`([^`]+)`/g)].map(([, place]) => place),
        isExcept: where.startsWith('except'),
      }
    })
}

/**
 * A banned variant as a pattern; a word's edge is where no letter, mark or digit follows.
 * @param {string} variant @param {string} locale
 */
export function patternOf(variant, locale) {
  /** @param {string} text */
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(' ', '[ \\u00a0\\u202f]')
  if (WITHOUT_BOUNDARIES.has(locale)) return new RegExp(escaped(variant), 'iu')
  const before = variant.startsWith('*') ? '' : '(?<![\\p{L}\\p{M}\\p{N}])'
  const after = variant.endsWith('*') ? '' : '(?![\\p{L}\\p{M}\\p{N}])'
  return new RegExp(`${before}${escaped(variant.replace(/^\*|\*$/g, ''))}${after}`, 'iu')
}

/** @param {Term} term @param {string} place */
const appliesTo = (term, place) =>
  term.places.length === 0 || term.places.some((prefix) => place.startsWith(prefix)) !== term.isExcept

/** Values are not words of a text, nor is what an address of a link holds. @param {string} text */
const wordsOf = (text) => text.replace(/\{\{\w+\}\}/g, '\ufffc').replace(/\]\([^)]*\)/g, ']')

/**
 * Banned variants in a text.
 * @param {string} place a key such as `savings.cutOff`, or an article such as `documents/savings-rules`
 * @returns {{ found: string, term: Term }[]}
 * @param {string} text @param {Term[]} terms @param {string} locale
 */
export function bannedIn(text, place, terms, locale) {
  const words = wordsOf(text.normalize('NFC'))
  return terms
    .filter((term) => appliesTo(term, place))
    .flatMap((term) =>
      term.banned.flatMap((variant) => {
        const found = patternOf(variant, locale).exec(words)
        return found ? [{ found: found[0], term }] : []
      }),
    )
}

/**
 * The problem with a list itself: every language names every concept of the reference, in its order, by one word.
 * @param {Term[]} terms @param {Term[]} reference
 */
export function listProblems(terms, reference) {
  const concepts = terms.map(({ concept }) => concept)
  const wanted = reference.map(({ concept }) => concept)
  const missing = wanted.filter((concept) => !concepts.includes(concept))
  const surplus = concepts.filter((concept, at) => !wanted.includes(concept) || concepts.indexOf(concept) !== at)
  const isOrdered = missing.length + surplus.length > 0 || wanted.every((concept, at) => concept === concepts[at])
  return [
    ...missing.map((concept) => `has no row for "${concept}"`),
    ...surplus.map((concept) => `has a row "${concept}" too many`),
    ...(isOrdered ? [] : ['has its rows in another order than en-US']),
    ...terms.filter(({ word }) => word === '').map(({ concept }) => `has no word for "${concept}"`),
  ]
}
