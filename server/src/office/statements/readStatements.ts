import type { Currency } from '../../shared/settings'
import { type Described, readStatement } from './readStatement'
import { STATEMENT_LINES_MAX, type Statement, UnreadableStatement } from './statementLine'
import { type PlainFile, unpack } from './unpack'

/** `name` is the file's name in a ZIP. */
export type NamedStatement = Statement & { name: string | null }

/** Undefined for a file of a ZIP that holds no booked line: a day without payments. */
function readOne({ name, bytes }: PlainFile, own: Currency, described: Described): NamedStatement | undefined {
  try {
    return { ...readStatement(bytes, own, described), name }
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error
    if (name !== null && error.fault === 'empty') return undefined
    error.file = name
    throw error
  }
}

/** The statements of an uploaded file: several if it is a ZIP. Throws `UnreadableStatement`; then nothing is imported. */
export async function readStatements(bytes: Buffer, own: Currency, described: Described): Promise<NamedStatement[]> {
  const files = await unpack(bytes)
  const statements = files.flatMap((file) => readOne(file, own, described) ?? [])
  if (statements.length === 0) throw new UnreadableStatement('empty', 1)
  const lines = statements.reduce((sum, statement) => sum + statement.lines.length, 0)
  if (lines > STATEMENT_LINES_MAX) throw new UnreadableStatement('too_many_lines', 1, String(STATEMENT_LINES_MAX))
  return statements
}
