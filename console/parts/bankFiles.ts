import type { BankFile } from '../../contract/bankFiles'
import { t } from '../texts'

const SHOWN_DELIMITERS: Record<BankFile['delimiter'], string> = { ',': ',', ';': ';', '\t': 'Tab', '|': '|' }
export const delimiterName = (delimiter: BankFile['delimiter']) => SHOWN_DELIMITERS[delimiter]

/** A column by its number, from 1, and its name. */
export function columnName(place: number, names: readonly string[] | null): string {
  const name = names?.[place]
  return name ? `${place + 1} ${name}` : String(place + 1)
}

/** A part of a description in words; undefined if it says nothing. */
function partText(file: BankFile, part: keyof BankFile): string | undefined {
  const value = file[part]
  if (value === null || value === false || (Array.isArray(value) && value.length === 0)) return undefined
  switch (part) {
    case 'date':
    case 'amount':
    case 'credit':
    case 'debit':
    case 'mark':
    case 'currency':
    case 'payer':
      return columnName(value as number, file.header)
    case 'texts':
      return file.texts.map((place) => columnName(place, file.header)).join(', ')
    case 'delimiter':
      return delimiterName(file.delimiter)
    case 'dateOrder':
      return t(`bankFile/orders/${file.dateOrder}`)
    case 'era':
      return file.era === 'common' ? undefined : t(`bankFile/eras/${file.era}`)
    case 'skip':
    case 'footer':
      return value === 0 ? undefined : String(value)
    case 'reversed':
      return t('truth/yes')
    default:
      return Array.isArray(value) ? value.join(', ') : String(value)
  }
}

/** The parts in the order in which they are read. */
export const BANK_FILE_PARTS = [
  'date',
  'dateOrder',
  'era',
  'amount',
  'credit',
  'debit',
  'decimal',
  'mark',
  'marksIn',
  'marksOut',
  'reversed',
  'currency',
  'fixedCurrency',
  'texts',
  'payer',
  'header',
  'skip',
  'footer',
  'ignored',
  'encoding',
  'delimiter',
] as const satisfies (keyof BankFile)[]

/** A description in words, a line for each part. */
export const bankFileText = (file: BankFile) =>
  BANK_FILE_PARTS.flatMap((part) => {
    const text = partText(file, part)
    return text === undefined ? [] : [`${t(`bankFile/part/${part}`)}: ${text}`]
  }).join('\n')
