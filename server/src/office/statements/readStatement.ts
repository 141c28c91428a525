import type { Currency } from '../../shared/settings'
import { readCamt } from './camt'
import { readCsv } from './csv'
import { readMt940 } from './mt940'
import { STATEMENT_LINES_MAX, type Statement, UnreadableStatement } from './statementLine'

/** By its mark or its zeros: letters of most scripts have a zero as one half. */
function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first = 0, second = 0] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (!bytes.includes(0)) return undefined
  return first === 0 ? 'utf-16be' : 'utf-16le'
}

/** UTF-16, UTF-8, otherwise the code page that older bank software writes. */
function decode(bytes: Buffer): string {
  const wide = wideEncoding(bytes)
  try {
    return new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (wide) throw new UnreadableStatement('encoding', 1)
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The booked lines of a file as a bank hands it out. Throws `UnreadableStatement`, which says where and what. */
export function readStatement(bytes: Buffer, own: Currency): Statement {
  const text = decode(bytes)
  if (text.trim() === '') throw new UnreadableStatement('empty', 1)
  const read = /^\s*</.test(text) ? readCamt : /^(\p{Cc}*|.*\{4:\s*):(20|25):/mu.test(text) ? readMt940 : readCsv
  const statement = read(text, own)
  if (statement.lines.length === 0) throw new UnreadableStatement('empty', 1)
  const first = statement.lines[STATEMENT_LINES_MAX]
  if (first) throw new UnreadableStatement('too_many_lines', first.place, String(STATEMENT_LINES_MAX))
  return statement
}
