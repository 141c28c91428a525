/** A cell that a spreadsheet would take for a formula; plain numbers are exempt. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const NUMBER = /^-?\d+(\.\d+)?$/

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows under their field names (RFC 4180), with a byte order mark so that spreadsheets recognize UTF-8. */
export const csvText = (names: readonly string[], rows: readonly Record<string, string | number | null>[]): string =>
  `\ufeff${[names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
    .map((cells) => cells.map(cell).join(','))
    .join('\r\n')}\r\n`
