/** Digits of a bank card, without the spaces and dashes that people type. */
export const cardDigits = (text: string): string => text.replace(/[\s-]/g, '')

/** "6222021234567890" as "6222 0212 3456 7890". */
export const groupCardNumber = (text: string): string =>
  text
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** True for what cannot be a card number: not 12 to 19 digits, or a wrong check digit (Luhn). */
export function isInvalidCardNumber(text: string): boolean {
  const digits = cardDigits(text)
  if (!/^[1-9]\d{11,18}$/.test(digits)) return true
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 !== 0
}

/** What an address of each chain looks like; its check sums are the server's to compute. */
const ADDRESS = {
  BTC: /^(bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/i,
  ETH: /^0x[0-9a-fA-F]{40}$/,
  TRON: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
} as const
export type Chain = keyof typeof ADDRESS
export const CHAINS: readonly Chain[] = ['BTC', 'ETH', 'TRON']

/** True for what cannot be an address of that chain. */
export const isInvalidAddress = (chain: Chain, text: string): boolean => !ADDRESS[chain].test(text.trim())
