import { plainDigits, typedText } from './typedText'

/**
 * The numbers that banks pay to: one set of pure rules for the form and for the server (PRODUCT.md 12.7). `card` is a
 * card number, as in mainland China; `account` is an account number, which needs the bank's code next to it.
 */
export const BANK_NUMBER_KINDS = ['card', 'iban', 'account'] as const
export type BankNumberKind = (typeof BANK_NUMBER_KINDS)[number]

/** Country and length of each entry of the IBAN registry (ISO 13616). */
const IBAN_REGISTRY =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
  'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
  'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
  'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'

const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  IBAN_REGISTRY.split(' ').map((entry): [string, number] => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** The kind of number that banks of this country (ISO 3166) usually pay to; a card number until a country is chosen. */
export function usualNumberKind(country: string): BankNumberKind {
  if (country === '' || country === 'CN') return 'card'
  return IBAN_LENGTHS.has(country) ? 'iban' : 'account'
}

/** Between the groups of a number. An account number keeps its slash, because the code of the bank may follow it. */
const SEPARATORS: Record<BankNumberKind, RegExp> = {
  card: /[\s.,:;_/|()=\u00b7\u2022\u3001\u3002*-]/g,
  iban: /[\s.,:;_/|()=\u00b7\u2022\u3001\u3002*-]/g,
  account: /[\s.\u00b7-]/g,
}

/** Words in front of an IBAN. "NO" is the number's own where digits follow: it is one of Norway. */
const IBAN_LABEL = /^IBAN(?:(?:NUMBER|NUMMER|NO|NR)(?=[A-Z]{2}\d\d))?/

/** Words in front of an account number or of a bank's code, and a remark or the end of a sentence behind it. */
const LABEL =
  /^(?:[^=:]*[=:]|(?:a\/c|acct?|account|konto|kontonummer|kto|number|nummer|no|nr)(?=[\s.])|(?:bank|sort|routing|swift|bic|ifsc|bsb|aba|blz)(?:[ -]?code)?(?=[\s/])|[^0-9A-Za-z])+|\s*\([^()\d]*\)$|[)\]"'.,;>\u3001\u3002]+$/gi

/** The one IBAN among other words or lines, by its length and its check digits; undefined if there is none or several. */
function ibanAmong(text: string): string | undefined {
  const found = new Set<string>()
  for (let start = 0; start < text.length; start++) {
    if (/[0-9A-Z]/.test(text.charAt(start - 1))) continue
    const rest = text.slice(start)
    const length = IBAN_LENGTHS.get(rest.slice(0, 2)) ?? 0
    let number = ''
    let at = 0
    for (; at < rest.length && number.length < length; at++) number += rest.charAt(at).replace(/[^0-9A-Z]/, '')
    // More digits could be more of the number.
    if (/^(?:$|[^0-9A-Z]+(?:$|[A-Z]))/.test(rest.slice(at)) && isIban(number)) found.add(number)
  }
  return found.size === 1 ? [...found][0] : undefined
}

/** A number as it is typed, pasted or printed, in upper case, without what is around it and between its groups. */
export function compactNumber(kind: BankNumberKind, text: string): string {
  const plain = plainDigits(typedText(text)).toUpperCase()
  if (kind === 'iban') return ibanAmong(plain) ?? plain.replace(SEPARATORS.iban, '').replace(IBAN_LABEL, '')
  return plain.replace(kind === 'card' ? /^\D+/ : LABEL, '').replace(SEPARATORS[kind], '')
}

/** In groups of four, as a number is printed and compared. */
export const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')

/** A number while it is typed, in groups of four as on a card or a statement; an account number stays as typed. */
export function groupNumber(kind: BankNumberKind, text: string): string {
  const compact = compactNumber(kind, text)
  if (kind === 'card') return inFours(compact.replace(/\D/g, '').slice(0, 19))
  if (kind === 'iban') return inFours(compact.replace(/[^0-9A-Z]/g, '').slice(0, 34))
  return text
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** ISO 7064: the first four characters move to the end, A to Z count as 10 to 35, and the rest of 97 is 1. */
function passesMod97(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

function isIban(text: string): boolean {
  // No bank issues the check digits 00, 01 and 99, which leave the same rest as 97, 98 and 02.
  return (
    /^[A-Z]{2}(?!00|01|99)\d{2}[0-9A-Z]+$/.test(text) &&
    text.length === IBAN_LENGTHS.get(text.slice(0, 2)) &&
    passesMod97(text)
  )
}

const IS_VALID: Record<BankNumberKind, (text: string) => boolean> = {
  card: (text) => /^[1-9]\d{11,18}$/.test(text) && passesLuhn(text),
  iban: isIban,
  // Countries agree on no more than this; the bank itself checks the rest.
  account: (text) => /^(?=.*[1-9])[0-9A-Z]{5,34}$/.test(text),
}

/** The number as it is stored; undefined if it cannot be one of that kind. */
export function readBankNumber(kind: BankNumberKind, text: string): string | undefined {
  const number = compactNumber(kind, text)
  return IS_VALID[kind](number) ? number : undefined
}

/** A BIC, routing number, sort code or national bank code as it is stored; undefined if it cannot be one. */
export function readBankCode(text: string): string | undefined {
  const code = compactNumber('account', text)
  return /^[0-9A-Z]{3,12}$/.test(code) ? code : undefined
}

/** "6222 **** **** 0128", "DE** **** **** 3000" or "**** 6789"; of a short account number at most a half is shown. */
export function maskBankNumber(kind: BankNumberKind, number: string): string {
  if (kind === 'account') return `**** ${number.slice(-Math.min(4, Math.floor(number.length / 2)))}`
  const start = kind === 'card' ? number.slice(0, 4) : `${number.slice(0, 2)}**`
  return `${start} **** **** ${number.slice(-4)}`
}

/** The refusal of a number that is none of its kind. */
export const NUMBER_REFUSALS = {
  card: 'card_number_invalid',
  iban: 'iban_invalid',
  account: 'account_number_invalid',
} as const
