import type { BankFile } from '../../../../contract/bankFiles'
import type { Currency } from '../../shared/settings'
import { UnreadableStatement } from './statementLine'
import { suggestBankFile } from './suggest'
import { decodeAs, readTable, type TableRow } from './table'
import { refusePapers } from './unpack'

const ROWS = 30
const CELL_MAX = 80

/** The first lines of a table with the description that was asked about, or with one that may fit. */
export function previewStatement(
  bytes: Buffer,
  own: Currency,
  description?: BankFile,
): { file: BankFile; rows: string[][] } {
  refusePapers(bytes)
  const { file, rows } = description
    ? { file: description, rows: rowsBy(bytes, description) }
    : suggestBankFile(bytes, own)
  if (rows.length === 0) throw new UnreadableStatement('empty', 1)
  return {
    file,
    rows: rows.slice(0, ROWS).map(({ cells }) => cells.slice(0, 100).map((cell) => cell.slice(0, CELL_MAX))),
  }
}

function rowsBy(bytes: Buffer, { encoding, delimiter }: BankFile): TableRow[] {
  const text = decodeAs(bytes, encoding)
  if (text === undefined) throw new UnreadableStatement('encoding', 1, encoding)
  return readTable(text, delimiter)
}
