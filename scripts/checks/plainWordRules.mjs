/** Habits that make English slow to read, and their cures; apart from reading files, so that test/rules can test them. */

/** A unit of time may follow "a": "60 orders a minute". */
const RATE =
  /\bone (?!(?:of|in|on|is|has|as|for|to|by|with|without|from|at|before|after|and|or|that)\b)[a-z]+ an? (?!(?:second|minute|hour|day|week|month|year|time|while)\b)[a-z]+(?=[.,;:)]|$)/i
/** The context in which "of its own" means "separate"; in "of its own logs" a noun follows. */
const OWN =
  /\bof (?:its|their|his|her|my|our|your|one's) own\b(?=[.,;:)?!]|$| (?:in|on|with|for|and|or|that|which|to|from|at|by|as)\b)/
const STANDS = /(?<!\bas (?:it|they) )\bstands?\b(?! (?:for|by|in for|in until|in the way|still|alone|out)\b|-)/

/** @type {[RegExp, string][]} */
const HABITS = [
  [/^(?:What (?:is|are|was|were|has|have)|Whoever|Whom) /, 'a noun: "New rows" instead of "What is new"'],
  [
    /(?:^|[.;:] )Answers (?=the|what|how|whether|which|those|its|all|it|them|nothing|undefined|false|true|an?)\b/,
    'Returns',
  ],
  [/\b(?:undefined|null|false|true|nothing|none|empty|absent|only|also|throws|fails) where\b/i, '"if" or "when"'],
  [OWN, '"its own" or "separate"'],
  [/\bbeside\b/i, '"next to" or "in addition to"'],
  [STANDS, '"is"'],
  [/\b(?:go|goes|going|went|gone) on\b/i, '"continue" or "keep"'],
  [/\bwhatever\b/i, '"regardless of", or a noun'],
  [/\banew\b/i, '"again"'],
  [/\bmeanwhile\b/i, 'nothing, or "in the meantime"'],
  [/\b(?:otherwise than|(?:decides?|signs?|spelt|spelled) otherwise)\b/i, '"differently"'],
  [RATE, '"per": one file per language'],
  [
    /(?<!\bregardless )\b(?:of|than) what (?:is|are|was|were|has|have)\b/i,
    'a noun: "new rows" instead of "what is new"',
  ],
  [
    /^Of (?:all|each|every|how|its|several|that|the|these|this|those|two|what|which|who)\b/,
    'a noun: "Name of the page" instead of "Of the page"',
  ],
  [/(?:^|[.;:] )So many (?!.* that\b)|\b(?:after|beyond|by|in|into|of|to) so many\b/, '"this many"'],
]

/**
 * The habits in a piece of English.
 * @param {string} text a comment or a paragraph; `code` and "quotations" in it are not looked at
 * @returns {{ found: string, say: string }[]}
 */
export function habitsIn(text) {
  const words = text.replace(/`[^`]*`/g, '`').replace(/"[^"]*"/g, '"')
  return HABITS.flatMap(([pattern, say]) => {
    const found = pattern.exec(words)
    return found ? [{ found: found[0].trim(), say }] : []
  })
}

const MARKS = { sql: /(?:^|\s)--\s/, hash: /(?:^|\s)#\s/, slashes: /(?:^|\s)\/\/ / }

/**
 * Text of a comment on this line of a script of the kind, or undefined; `state.inBlock` continues from line to line.
 * @param {string} line @param {RegExp} marks @param {{ inBlock: boolean }} state
 */
function commentOn(line, marks, state) {
  const opens = marks === MARKS.slashes && !state.inBlock ? /(?:^|\s|\{)\/\*\*? ?/.exec(line) : null
  if (state.inBlock || opens) {
    const text = opens ? line.slice(opens.index + opens[0].length) : line.replace(/^\s*\*(?!\/) ?/, '')
    state.inBlock = !text.includes('*/')
    return text.replace(/\*\/.*$/, '').trim()
  }
  const found = marks.exec(line)
  return found ? line.slice(found.index + found[0].length).trim() : undefined
}

/**
 * Pieces of neighboring lines, joined: a phrase may be broken at the end of a line.
 * @param {(string | undefined)[]} lines
 */
function joined(lines) {
  /** @type {{ line: number, text: string }[]} */
  const pieces = []
  lines.forEach((text, index) => {
    if (!text) return
    if (index > 0 && lines[index - 1]) pieces[pieces.length - 1].text += ` ${text}`
    else pieces.push({ line: index + 1, text })
  })
  return pieces
}

/**
 * The comments of a source.
 * @param {string} path @param {string} source
 * @returns {{ line: number, text: string }[]} each with its first line
 */
export function commentsIn(path, source) {
  const isHash = /\.(?:ya?ml|sh|py|service|timer|conf)$|^deploy\/[^.]+$/.test(path)
  const marks = path.endsWith('.sql') ? MARKS.sql : isHash ? MARKS.hash : MARKS.slashes
  const state = { inBlock: false }
  return joined(source.split('\n').map((line) => commentOn(line, marks, state)))
}

/**
 * The paragraphs, items and rows of a document, without blocks of code.
 * @param {string} markdown @returns {{ line: number, text: string }[]}
 */
export function paragraphsIn(markdown) {
  const prose = markdown.replace(/^```.*?^```$/gms, (block) => block.replace(/[^\n]/g, ''))
  const lines = prose.split('\n').map((line) => (/^ {4}\S/.test(line) ? '' : line.trim()))
  const rows = lines.flatMap((text, index) => (text.startsWith('|') ? [{ line: index + 1, text }] : []))
  return [...joined(lines.map((text) => (text.startsWith('|') ? '' : text))), ...rows]
}
