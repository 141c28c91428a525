import { type BankFile, FILE_ENCODINGS, type NamedBankFile } from '../../../../contract/bankFiles'
import type { Currency } from '../../shared/settings'
import { readCamt } from './camt'
import { readCsv } from './csv'
import { readDescribedCsv } from './describedCsv'
import { readMt940 } from './mt940'
import { STATEMENT_LINES_MAX, type Statement, UnreadableStatement } from './statementLine'
import { AROUND_MAX, decodeAs, findHeader, readTable, type TableRow, wideEncoding } from './table'
import { refusePapers } from './unpack'

/** How files of OFX, QIF and BAI2 begin, which no description of a table reads. */
const OTHER_FORMATS = /^\s*(?:OFXHEADER:|!Type:|!Account|01,[^,\n]*,[^,\n]*,\d{6},)/

/** UTF-16, UTF-8, otherwise what the file declares. */
function decode(bytes: Buffer): string {
  const wide = wideEncoding(bytes)
  const text = decodeAs(bytes, wide ?? 'utf-8')
  if (text === undefined && wide) throw new UnreadableStatement('encoding', 1)
  return text ?? new TextDecoder(declaredIn(bytes)).decode(bytes)
}

/** The encoding that an XML file declares, otherwise the code page that older bank software writes. */
function declaredIn(bytes: Buffer): string {
  const declared = /^<\?xml[^>]{0,80}encoding=["']([\w-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1]
  const known = FILE_ENCODINGS.find((encoding) => encoding === declared?.toLowerCase())
  return known ?? 'windows-1252'
}

/** Whether the names of a description's columns are a line of the file. */
function fits(bytes: Buffer, { encoding, delimiter, header }: BankFile, tables: Map<string, TableRow[]>): boolean {
  if (!header) return false
  const key = encoding + delimiter
  const rows = tables.get(key) ?? firstRows(bytes, encoding, delimiter)
  tables.set(key, rows)
  return findHeader(rows, header) !== -1
}

/** None if the file is not in this encoding, or no table. */
function firstRows(bytes: Buffer, encoding: BankFile['encoding'], delimiter: string): TableRow[] {
  try {
    return readTable(decodeAs(bytes, encoding) ?? '', delimiter, AROUND_MAX)
  } catch (error) {
    if (error instanceof UnreadableStatement) return []
    throw error
  }
}

/** Ways to read a CSV file: `wanted` is the name of the description that staff chose. */
export interface Described {
  files: readonly NamedBankFile[]
  wanted?: string | undefined
}

/** A CSV file by the chosen description, else by the one whose columns it has, else by the names that everybody may use. */
function readTableFile(bytes: Buffer, text: string, own: Currency, { files, wanted }: Described): Statement {
  const tables = new Map<string, TableRow[]>()
  const found = files.filter(({ name, file }) => (wanted === undefined ? fits(bytes, file, tables) : name === wanted))
  const [first, second] = found
  if (second) throw new UnreadableStatement('several_descriptions', 1, found.map(({ name }) => name).join(', '))
  if (first) return { ...readDescribedCsv(bytes, first.file, own), describedBy: first.name }
  return readCsv(text, own)
}

/** The booked lines of a file as a bank hands it out. Throws `UnreadableStatement`, which says where and what. */
export function readStatement(bytes: Buffer, own: Currency, described: Described = { files: [] }): Statement {
  refusePapers(bytes)
  const text = decode(bytes)
  if (text.trim() === '') throw new UnreadableStatement('empty', 1)
  if (OTHER_FORMATS.test(text)) throw new UnreadableStatement('format_unknown', 1)
  const read = /^\s*</.test(text) ? readCamt : /^(\p{Cc}*|.*\{4:\s*):(20|25):/mu.test(text) ? readMt940 : undefined
  const statement = read ? read(text, own) : readTableFile(bytes, text, own, described)
  if (statement.lines.length === 0) throw new UnreadableStatement('empty', 1)
  const first = statement.lines[STATEMENT_LINES_MAX]
  if (first) throw new UnreadableStatement('too_many_lines', first.place, String(STATEMENT_LINES_MAX))
  return statement
}
