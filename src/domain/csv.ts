/** Spreadsheets take a cell that begins like this for a formula; in front of it an apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const NUMBER = /^-?\d+(\.\d+)?$/

function cell(value: string): string {
  const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

/** Rows as CSV (RFC 4180) with a byte order mark, by which spreadsheets know that it is UTF-8. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
