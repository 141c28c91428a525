const DIGIT = '[0-9A-HJKMNP-TV-Z]'
const EXACT = new RegExp(`(?<![0-9A-Z])FD-${DIGIT}{10}(?![0-9A-Z])`, 'g')
/** With the hyphen left out or replaced, or with spaces inside, as people and old forms write it. */
const INEXACT = new RegExp(`(?<![0-9A-Z])FD[\\s./:-]*(${DIGIT}(?:\\s?${DIGIT}){9})(?![0-9A-Z])`, 'g')

export interface Named {
  /** How the text names a deposit; `exact` and `inexact` mean exactly one. */
  named: 'exact' | 'inexact' | 'several' | 'none'
  reference: string | null
}

const found = (texts: readonly string[], pattern: RegExp) => [
  ...new Set(
    texts.flatMap((text) =>
      [...text.toUpperCase().matchAll(pattern)].map(([all, digits]) =>
        digits === undefined ? all : `FD-${digits.replace(/\s/g, '')}`,
      ),
    ),
  ),
]

/** The deposit that a line names. Nothing is guessed: a person decides on everything that is not written exactly. */
export function namedDeposit(texts: readonly string[]): Named {
  for (const [named, pattern] of [
    ['exact', EXACT],
    ['inexact', INEXACT],
  ] as const) {
    const [first, second] = found(texts, pattern)
    if (second !== undefined) return { named: 'several', reference: null }
    if (first !== undefined) return { named, reference: first }
  }
  return { named: 'none', reference: null }
}
