import type { DateOrder, Era } from '../../../../contract/bankFiles'
import { plainDigits, typedText } from '../../../../contract/typedText'
import { dayOf } from './statementLine'

/** Languages whose months banks write in words. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'id', 'pl', 'cs']

const plainName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}|\./gu, '')
    .toLowerCase()

const MONTHS = new Map(
  LANGUAGES.flatMap((language) =>
    (['short', 'long'] as const).flatMap((month) =>
      Array.from({ length: 12 }, (_, index): [string, number] => {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
        return [plainName(format.format(Date.UTC(2026, index, 15))), index + 1]
      }),
    ),
  ),
)

/** The three parts of the day at the beginning of a text; a time may follow. */
function partsOf(text: string, order: DateOrder): string[] {
  const plain = plainDigits(typedText(text)).replace(/[年月日]/g, '-')
  const compact = order === 'ymd' ? /^(\d{4})(\d\d)(\d\d)(?!\d)/ : /^(\d\d)(\d\d)(\d{4})(?!\d)/
  const apart = /^(\d{1,4}|\p{L}{3,})\W{1,2}(\d{1,2}|\p{L}{3,})\W{1,3}(\d{1,4})(?!\d)/u
  return (compact.exec(plain) ?? apart.exec(plain) ?? []).slice(1)
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
  return number === undefined || !/^\d+$/.test(part('y')) || !/^\d{1,2}$/.test(day)
    ? undefined
    : dayOf(commonYear(part('y'), era), number, Number(day))
}
