import { plainDigits, typedText } from './typedText'

/**
 * The digits of the national number: without a word in front, separators, or a calling code ("86") that was typed with
 * "+" or "00", or in front of a mobile number of China.
 */
export function nationalNumber(text: string, callingCode: string): string {
  const compact = plainDigits(typedText(text))
    .replace(/^[^\d+]+/, '')
    .replace(/[\s()[\].,:;'/\\_\u2019\u00b7\u2022\u3001\u3002-]/g, '')
  const prefix = [`+${callingCode}`, `00${callingCode}`].find((one) => compact.startsWith(one))
  const national = prefix === undefined ? compact : compact.slice(prefix.length)
  // No number in China begins so: a zero is dialed before a mobile number from afar.
  if (callingCode === '86') return national.replace(/^(?:86|0)(?=1\d{10}$)/, '')
  // Until 2020 Mexico put a 1 in front of mobile numbers, for callers from abroad only.
  return callingCode === '52' && prefix !== undefined ? national.replace(/^1(?=\d{10}$)/, '') : national
}
