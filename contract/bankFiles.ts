import Type, { type Static } from 'typebox'
import { closed, nullable } from './common'

/** How the CSV files of a bank are read: staff make it from a preview of a file, and two people agree to it. */

/** As `TextDecoder` names them. */
export const FILE_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1254',
  'windows-874',
] as const
export const FILE_DELIMITERS = [',', ';', '\t', '|'] as const
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
/** How years are counted; the second is Thailand's, the third Taiwan's. */
export const ERAS = ['common', 'buddhist', 'minguo'] as const
export type Era = (typeof ERAS)[number]

/** A column by its place, from 0. */
const Column = Type.Integer({ minimum: 0, maximum: 99 })
const Lines = Type.Integer({ minimum: 0, maximum: 100 })
const Words = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 20 })

export const BankFile = closed({
  encoding: Type.Enum([...FILE_ENCODINGS]),
  delimiter: Type.Enum([...FILE_DELIMITERS]),
  /** The names of the columns: entries begin behind the line that has exactly these. Null for files without names. */
  header: nullable(Type.Array(Type.String({ maxLength: 200 }), { minItems: 2, maxItems: 100 })),
  /** Lines before the first entry, in files without names. */
  skip: Lines,
  /** Lines after the last entry. */
  footer: Lines,
  /** A line with one of these in a cell is no entry: "Pending". */
  ignored: Words,
  date: Column,
  dateOrder: Type.Enum([...DATE_ORDERS]),
  era: Type.Enum([...ERAS]),
  decimal: Type.Enum(['.', ',']),
  /** The amount is in one column, or money in and money out are in two. */
  amount: nullable(Column),
  credit: nullable(Column),
  debit: nullable(Column),
  /** A column that says whether money came in or went out, and its words for each. */
  mark: nullable(Column),
  marksIn: Words,
  marksOut: Words,
  /** Money that comes in is below zero, as for a card. */
  reversed: Type.Boolean(),
  currency: nullable(Column),
  /** The currency of all entries, if no column has it. */
  fixedCurrency: nullable(Type.String({ pattern: '^[A-Z]{3,5}$' })),
  texts: Type.Array(Column, { minItems: 1, maxItems: 30 }),
  payer: nullable(Column),
})
export type BankFile = Static<typeof BankFile>
export const BankFileName = Type.String({ minLength: 2, maxLength: 64 })
export const NamedBankFile = closed({ name: BankFileName, file: BankFile })
export type NamedBankFile = Static<typeof NamedBankFile>
