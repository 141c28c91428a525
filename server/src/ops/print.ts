export type Row = Record<string, string | number | boolean | null>

const text = (value: Row[string]) => (value === null ? '-' : String(value))

/** Rows as an aligned table with a heading; one row as a list of its fields. */
export function formatRows(result: Row | Row[]): string {
  if (!Array.isArray(result)) {
    const width = Math.max(...Object.keys(result).map((key) => key.length))
    return Object.entries(result)
      .map(([key, value]) => `${key.padEnd(width)}  ${text(value)}`)
      .join('\n')
  }
  const first = result[0]
  if (!first) return 'Nothing to show.'
  const lines = [Object.keys(first), ...result.map((row) => Object.values(row).map(text))]
  const widths = Object.keys(first).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
