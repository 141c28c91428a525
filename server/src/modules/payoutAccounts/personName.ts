/** Letters that no normalisation takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  đ: 'd',
  ł: 'l',
  ø: 'o',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ð: 'd',
}
/** As German writes them without the dots. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }

const replaced = (text: string, table: Readonly<Record<string, string>>) =>
  [...text].map((letter) => table[letter] ?? letter).join('')

/** The words of a name without case, accents, widths and the characters between them, in their own order. */
function wordsOf(text: string): { sorted: string; joined: string } {
  const plain = replaced(text.normalize('NFKD').replace(/[\u0300-\u036f'\u2019]/g, ''), LETTERS)
  const words = plain
    .normalize('NFC')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '')
  return { sorted: [...words].sort().join(' '), joined: words.join('') }
}

function formsOf(name: string) {
  const small = name.normalize('NFKC').toLowerCase()
  return [wordsOf(small), wordsOf(replaced(small, UMLAUTS))]
}

/**
 * Whether two names are one person's as banks write them: "MUELLER, Anna Lena" is "Anna-Lena Müller". Another script, a
 * word that is missing or one that is abbreviated is another name.
 */
export function isSameName(one: string, other: string): boolean {
  const others = formsOf(other)
  return formsOf(one).some((a) =>
    others.some((b) => a.joined !== '' && (a.sorted === b.sorted || a.joined === b.joined)),
  )
}
