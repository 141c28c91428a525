import type { DateOrder, Era } from '../../../../contract/bankFiles'
import { plainDigits, typedText } from '../../../../contract/typedText'
import { dayOf } from './statementLine'

/** Languages whose months banks write in words. */
const LANGUAGES = 'en de fr es pt it nl id pl cs ru uk tr sv nb fi hu ro th'.split(' ')

const plainName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}|\./gu, '')
    .toLowerCase()

const MONTHS = new Map(
  LANGUAGES.flatMap((language) =>
    (['short', 'long'] as const).flatMap((month) =>
      // Next to a day, many languages write another form of the name.
      [{ month }, { month, day: 'numeric' as const }].flatMap((parts) =>
        Array.from({ length: 12 }, (_, index): [string, number] => {
          const format = new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' })
          const name = format.formatToParts(Date.UTC(2026, index, 15)).find(({ type }) => type === 'month')?.value
          return [plainName(name ?? ''), index + 1]
        }),
      ),
    ),
  ),
)

const NAME = String.raw`\p{L}[\p{L}\p{M}.]{2,}`
/** Between digits there is always something; next to a name there may be nothing ("20NOV26"), or a word ("de"). */
const BETWEEN = String.raw`(?: de |[^\p{L}\d]{1,3}|(?<=[\p{L}\p{M}])|(?=\p{L}))`
const APART = new RegExp(`^(\\d{1,4}|${NAME})${BETWEEN}(\\d{1,2}|${NAME})${BETWEEN}(\\d{1,4})(?!\\d)`, 'u')

/** The three parts of the day at the beginning of a text; a time may follow. */
function partsOf(text: string, order: DateOrder): string[] {
  const plain = plainDigits(typedText(text)).replace(/[年月日]/g, '-')
  const compact = order === 'ymd' ? /^(\d{4})(\d\d)(\d\d)(?!\d)/ : /^(\d\d)(\d\d)(\d{4})(?!\d)/
  return (compact.exec(plain) ?? APART.exec(plain) ?? []).slice(1)
}

function commonYear(digits: string, era: Era): number {
  const year = Number(digits)
  if (era === 'minguo') return year + 1911
  if (era === 'buddhist') return (digits.length > 2 ? year : 2500 + year) - 543
  return digits.length > 2 ? year : 2000 + year
}

/** YYYY-MM-DD of a day that is written in this order; undefined if it is none. */
export function readDay(text: string, order: DateOrder, era: Era): string | undefined {
  const parts = partsOf(text, order)
  const part = (letter: string) => parts[order.indexOf(letter)] ?? ''
  // A month in words can come before the day in any order.
  const isNamed = (one: string) => /^\p{L}/u.test(one)
  const [day, month] = isNamed(part('d')) ? [part('m'), part('d')] : [part('d'), part('m')]
  const number = isNamed(month) ? MONTHS.get(plainName(month)) : Number(month)
  return number === undefined || !/^\d{2,4}$/.test(part('y')) || !/^\d{1,2}$/.test(day)
    ? undefined
    : dayOf(commonYear(part('y'), era), number, Number(day))
}
