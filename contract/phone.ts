import { plainDigits, typedText } from './typedText'

/** The digits of the national number: without separators, or a calling code ("86") that was typed too. */
export function nationalNumber(text: string, callingCode: string): string {
  const compact = plainDigits(typedText(text)).replace(/[\s()./\u00b7-]/g, '')
  const prefix = [`+${callingCode}`, `00${callingCode}`].find((one) => compact.startsWith(one))
  return prefix === undefined ? compact : compact.slice(prefix.length)
}
