/** Spreadsheets take a cell that begins like this for a formula; in front of it an apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const NUMBER = /^-?\d+(\.\d+)?$/

function cell(value: string, decimal: string, delimiter: string): string {
  if (NUMBER.test(value)) return value.replace('.', decimal)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /["\r\n]/.test(safe) || safe.includes(delimiter) ? `"${safe.replace(/"/g, '""')}"` : safe
}

/**
 * Rows as CSV (RFC 4180) with a byte order mark, by which spreadsheets know that it is UTF-8. `decimal` is the mark of
 * the user's language: where it is a comma, spreadsheets expect a semicolon between cells.
 */
export function toCsv(rows: readonly (readonly string[])[], decimal: string): string {
  const delimiter = decimal === ',' ? ';' : ','
  const lines = rows.map((row) => row.map((value) => cell(value, decimal, delimiter)).join(delimiter))
  return `\ufeff${lines.join('\r\n')}\r\n`
}
