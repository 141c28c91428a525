import { plainDigits, typedText } from './typedText'

/** Values are decimal strings: a dot for the decimals, no groups, "-" in front of a negative number. */
export type NumberReading =
  | { kind: 'number'; value: string }
  /** "1,000": its value if the mark begins the decimals, and if it groups thousands. */
  | { kind: 'ambiguous'; readings: readonly [asDecimals: string, asGroups: string] }
  | { kind: 'invalid' }

export interface NumberContext {
  /** The decimal mark, if something settles it: a description of the file, or other numbers in it. A language does not. */
  decimal?: '.' | ',' | undefined
  /** The most decimals of a clear number, zeros beyond them apart; a number with more is invalid. By default any. */
  scale?: number
  /** In books a negative number can also be "(12.00)" or "12.00-", and a positive one "12.00+". */
  books?: boolean
}

type Mark = '.' | ','
type Digits = readonly [whole: string, decimals: string]

/**
 * Superscripts, circled digits and fractions, which NFKC would make plain: "10²" is not 102. Control characters are
 * what a file in another encoding leaves of its marks.
 */
const UNREADABLE = /[¹²³¼-¾⁰-₉⅐-↉①-⒛⓪-⓿❶-➓㉈-㉏㉑-㉟㊱-㊿\u{1f100}-\u{1f10c}]|(?!\s)\p{Cc}/u
/** The marks of other scripts' keyboards that stand for a dot, for a comma, and those that only ever group. */
const DOTS = /[。٫]/g
const COMMAS = /[、،‚]/g
const GROUPING = /['’‘‛`ʼʹ′٬]| (?=\d)/g

/**
 * The one reader of numbers, for fields and for files (PRODUCT.md 4.11). What can be read in two ways is never read as
 * one of them: a single dot or comma before exactly three digits ("1,000", "1.500", "12.345") is ambiguous; zeros
 * count. Clear are a single mark with fewer or more digits behind it, or with a zero, nothing or more than three
 * digits in front ("0.125"); two different marks, of which the last begins the decimals ("1.234,56"); a mark that
 * repeats between groups ("1,000,000", "1,00,000"); a mark that only groups ("1'000"). All else is invalid.
 */
export function readNumber(text: string, { decimal, scale, books = false }: NumberContext = {}): NumberReading {
  if (UNREADABLE.test(text)) return { kind: 'invalid' }
  const typed = plainDigits(typedText(text)).replace(DOTS, '.').replace(COMMAS, ',')
  const [, minus = '', body = ''] = /^([+-]?) ?(.*)$/.exec(withSignInFront(typed, books)) ?? []
  const [first, second] = readMarks(body.replace(GROUPING, "'"), decimal)
  const sign = minus === '-' ? minus : ''
  if (first === undefined) return { kind: 'invalid' }
  if (second !== undefined) return { kind: 'ambiguous', readings: [sign + textOf(first), sign + textOf(second)] }
  if (scale !== undefined && /[1-9]/.test(first[1].slice(scale))) return { kind: 'invalid' }
  return { kind: 'number', value: sign + textOf([first[0], first[1].slice(0, scale)]) }
}

function withSignInFront(text: string, books: boolean): string {
  if (!books) return text
  const [, inside, before, behind] = /^\(([^()+-]*)\)$|^([^()+-]*\d) ?([+-])$/.exec(text) ?? []
  const amount = inside ?? before
  return amount === undefined ? text : `${behind ?? '-'}${amount.trim()}`
}

/** All readings of digits with marks: none, one, or two (as decimals, as groups). */
function readMarks(text: string, decimal: Mark | undefined): Digits[] {
  if (!/^[\d.,']*$/.test(text) || !/\d/.test(text)) return []
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (at < 0) return wholeOf(text).map((whole) => [whole, ''])
  const mark = text.charAt(at) as Mark
  const front = text.slice(0, at)
  const behind = text.slice(at + 1)
  const asDecimals = wholeOf(front).map((whole): Digits => [whole, behind])
  const asGroups = wholeOf(text).map((whole): Digits => [whole, ''])
  if (!/^\d*$/.test(behind)) return []
  if (front.includes(mark)) return decimal === mark ? [] : asGroups
  if (decimal !== undefined) return decimal === mark ? asDecimals : asGroups
  return [...asDecimals, ...asGroups]
}

/** The whole number that is written in these digits, grouped by at most one kind of mark; none if it is not one. */
function wholeOf(text: string): string[] {
  const isWhole = /^\d*$/.test(text) || /^[1-9]\d{0,2}([.,'])\d{3}(?:\1\d{3})*$/.test(text)
  // Lakhs and crores.
  return isWhole || /^[1-9]\d?(?:,\d{2})+,\d{3}$/.test(text) ? [text.replace(/\D/g, '')] : []
}

const textOf = ([whole, decimals]: Digits): string =>
  (whole.replace(/^0+(?=\d)/, '') || '0') + (decimals === '' ? '' : `.${decimals}`)
