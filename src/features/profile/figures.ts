/** One or two characters for a person: "lin_mei88" → "LM", "tester01" → "TE", "李梅" → "李". */
export function initialsOf(name: string): string {
  const words = name.split(/[\s_\-.]+/).filter((word) => word !== '')
  const first = Array.from(words[0] ?? '')
  const second = Array.from(words[1] ?? '')
  if (first.length === 0) return '?'
  // Outside the Latin script one character is enough.
  if ((first[0] ?? '') > '\u024f') return first[0] ?? '?'
  const letters = second.length > 0 ? [first[0], second[0]] : first.slice(0, 2)
  return letters.join('').toUpperCase()
}
