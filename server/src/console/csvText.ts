/** A cell that a spreadsheet would take for a formula; a plain number is none. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows under the names of their fields, as RFC 4180 has it, with a mark by which spreadsheets know UTF-8. */
export const csvText = (names: readonly string[], rows: readonly Record<string, string | number | null>[]): string =>
  `\ufeff${[names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
    .map((cells) => cells.map(cell).join(','))
    .join('\r\n')}\r\n`
