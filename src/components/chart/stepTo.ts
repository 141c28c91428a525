/** Where a key leads on a line: a point of it, 'none' for no readout, undefined for a key that means nothing here. */
export function stepTo(
  key: string,
  from: number,
  { first, last }: { first: number; last: number },
): number | 'none' | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(first, from - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, from + 1)
    case 'Home':
      return first
    case 'End':
      return last
    case 'Escape':
      return 'none'
    default:
      return undefined
  }
}
