import { creditorReference } from '../../../../contract/creditorReference'
import { typedText } from '../../../../contract/typedText'

const DIGIT = '[0-9A-HJKMNP-TV-Z]'
/** Where a bank may have cut a word: lines of 27 characters, columns, blanks around them. It may also be no cut. */
const CUT = '\\n?'
const EXACT = new RegExp(`(?<![0-9A-Z])F${CUT}D${CUT}-(${CUT}${DIGIT}){10}(?![0-9A-Z])`, 'g')
/** As a structured creditor reference, also in the groups in which it is printed. */
const STRUCTURED = new RegExp(`(?<![0-9A-Z])R\\s?F\\s?\\d\\s?\\d\\s?F\\s?D(?:\\s?${DIGIT}){10}(?![0-9A-Z])`, 'g')
/** With the hyphen left out or replaced, or with spaces inside, as people and old forms write it. */
const INEXACT = new RegExp(`(?<![0-9A-Z])F${CUT}D[\\s./:-]*${DIGIT}(?:\\s?${CUT}${DIGIT}){9}(?![0-9A-Z])`, 'g')
const BREAK = /[^\S\r\n\v\f\u0085\u2028\u2029]*(?:\r\n|[\r\n\v\f\u0085\u2028\u2029])\s*/

export interface Named {
  /** How the text names a deposit; `exact` and `inexact` mean exactly one. */
  named: 'exact' | 'inexact' | 'several' | 'none'
  reference: string | null
}

/** Line breaks of any kind as "\n", everything else in the one form of what people type. */
const plain = (text: string) => text.split(BREAK).map(typedText).join('\n').toUpperCase()

/** The reference in a text that a pattern has found; undefined if its check digits show a mistake. */
function referenceIn(text: string): string | undefined {
  const [, check, digits] = /^(RF\d\d)?FD(.*)$/.exec(text.replace(/[^0-9A-Z]/g, '')) ?? []
  const reference = `FD-${digits}`
  return check && !creditorReference(reference).startsWith(check) ? undefined : reference
}

const found = (texts: readonly string[], ...patterns: RegExp[]) => [
  ...new Set(
    patterns.flatMap((pattern) =>
      texts.flatMap((text) => [...text.matchAll(pattern)].flatMap(([all]) => referenceIn(all) ?? [])),
    ),
  ),
]

/** The deposit that a line names. Nothing is guessed: a person decides on everything that is not written exactly. */
export function namedDeposit(searched: readonly string[]): Named {
  const texts = searched.map(plain)
  for (const [named, ...patterns] of [
    ['exact', EXACT, STRUCTURED],
    ['inexact', INEXACT],
  ] as const) {
    const [first, second] = found(texts, ...patterns)
    if (second !== undefined) return { named: 'several', reference: null }
    if (first !== undefined) return { named, reference: first }
  }
  return { named: 'none', reference: null }
}
