import { plainDigits, typedText } from './typedText'

/**
 * The digits of the national number: without separators, or a calling code ("86") that was typed with "+" or "00",
 * or in front of a mobile number of China.
 */
export function nationalNumber(text: string, callingCode: string): string {
  const compact = plainDigits(typedText(text))
    .replace(/^tel:/i, '')
    .replace(/[\s()./_\u00b7\u2022-]/g, '')
  // No number in China begins so.
  if (callingCode === '86' && /^861\d{10}$/.test(compact)) return compact.slice(2)
  const prefix = [`+${callingCode}`, `00${callingCode}`].find((one) => compact.startsWith(one))
  return prefix === undefined ? compact : compact.slice(prefix.length)
}
