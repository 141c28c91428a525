import type { Currency } from '../../shared/settings'
import { readCamt053 } from './camt053'
import { readCsv } from './csv'
import { readMt940 } from './mt940'
import { STATEMENT_LINES_MAX, type Statement, UnreadableStatement } from './statementLine'

/** UTF-8, otherwise the code page that older bank software writes. */
function decode(bytes: Buffer): string {
  const [first = 0, second = 0] = bytes
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe) || bytes.includes(0))
    throw new UnreadableStatement('encoding', 1)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The booked lines of a file as a bank hands it out. Throws `UnreadableStatement`, which says where and what. */
export function readStatement(bytes: Buffer, own: Currency): Statement {
  const text = decode(bytes)
  if (text.trim() === '') throw new UnreadableStatement('empty', 1)
  const read = /^\s*</.test(text) ? readCamt053 : /^(\{4:\s*)?:(20|25):/m.test(text) ? readMt940 : readCsv
  const statement = read(text, own)
  if (statement.lines.length === 0) throw new UnreadableStatement('empty', 1)
  const first = statement.lines[STATEMENT_LINES_MAX]
  if (first) throw new UnreadableStatement('too_many_lines', first.place, String(STATEMENT_LINES_MAX))
  return statement
}
