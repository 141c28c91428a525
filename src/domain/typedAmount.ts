import { type NumberReading, readNumber } from '../../contract/readNumber'
import { sanitizeAmount, sanitizeAmountInput } from './amount'
import { type Money, parseMoney, plainMoney } from './money'

/** What a field for a number makes of its text. A text without a digit is empty. */
export type TypedReading = { kind: 'empty' } | NumberReading

/**
 * Currencies that come along with a pasted amount: signs and letters in front, signs and codes behind. The dot of an
 * abbreviation is none of the number ("Rs.500" is not 0.500), letters that look like digits may be some ("l00"), and
 * cents are no amount. Letters behind a number can multiply it ("10k"), so only codes go.
 */
const AROUND =
  /^(?:\s|\p{Cf}|(?![¢￠])\p{Sc}|(?![A-Za-z]*[IOl]\d)[A-Za-z]+(?:\.(?=\s)|(?![A-Za-z.,。、．，٫،])))+|(?:\s|\p{Cf}|(?![¢￠])\p{Sc}|[元圆圓円원đ]|บาท|USDT?|EUR|GBP|CNY|RMB|HKD|TWD|JPY|KRW|THB|VND|IDR)+$/giu

/** Reads a text by the rule of all numbers (PRODUCT.md 4.11). Nobody groups by a doubled dot: it begins the decimals. */
export function readTyped(text: string): TypedReading {
  const bare = text.replace(AROUND, '')
  if (/^[.,。、]*$/.test(bare)) return { kind: 'empty' }
  const single = bare.replace(/[.．]{2,}/g, '.')
  const reading = readNumber(single, single === bare ? {} : { decimal: '.' })
  const [least] = reading.kind === 'number' ? [reading.value] : reading.kind === 'ambiguous' ? reading.readings : []
  return least?.startsWith('-') ? { kind: 'invalid' } : reading
}

/** The amount that a form takes from its text: read, then by the sanitizer (4.6); '' while there is none. */
export function typedAmount(text: string, max?: number): string {
  const reading = readTyped(text)
  return reading.kind === 'number' ? sanitizeAmount(reading.value, max) : ''
}

/** The same as money of the currency. A button shows it, and a press on the button sends it. */
export const typedMoney = (text: string, scale: number, max?: number): Money | undefined =>
  parseMoney(typedAmount(text, max), scale)

/** Money that is taken exactly as it is typed, such as a floor, or not at all. */
export function exactMoney(text: string, scale: number): Money | undefined {
  const reading = readTyped(text)
  return reading.kind === 'number' ? parseMoney(reading.value, scale) : undefined
}

/** What users do to the field of an amount, in every form that has one. */
export type AmountAction = { type: 'typed'; text: string } | { type: 'left' } | { type: 'pick'; amount: string }

/** The text of such a field after `action`. What cannot be read for certain stays as typed, and the field says so. */
export function reduceAmount(text: string, action: AmountAction, max?: number): string {
  switch (action.type) {
    case 'typed':
      return keptOf(action.text, (value) => sanitizeAmountInput(value, max))
    case 'left':
      return ['ambiguous', 'invalid'].includes(readTyped(text).kind) ? text : typedAmount(text, max)
    case 'pick':
      return plainMoney(action.amount)
  }
}

/** The text itself, so that the next key continues it, unless it has more than a number or `rule` changes the number. */
export function keptOf(text: string, rule: (value: string) => string): string {
  const reading = readTyped(text)
  if (reading.kind !== 'number') return text
  const kept = rule(reading.value)
  return kept === reading.value && text.replace(AROUND, '') === text ? text : kept
}
