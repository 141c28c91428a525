/**
 * `text` with the characters from `start` up to, not including, `end` replaced by `mask`, one for one:
 * `maskText('13812345678', 3, 7)` is "138****5678". Positions beyond the text are cut to it; a character outside the
 * basic plane counts as one. Throws RangeError when `start` exceeds `end` (PRODUCT.md 4.9).
 */
export function maskText(text: string, start: number, end: number, mask = '*'): string {
  if (!(start <= end)) throw new RangeError(`Mask starts at ${start}, after its end at ${end}`)
  return Array.from(text, (character, index) => (index >= start && index < end ? mask : character)).join('')
}
