import { useEffect, useState } from 'react'

/** Also in the style sheets. In em: with large text a window is not as wide. */
const QUERIES = {
  two: '(min-width: 37.5em)',
  /** Home's two columns. */
  home: '(min-width: 48em)',
  three: '(min-width: 56.25em)',
  /** A table of products next to a column. */
  table: '(min-width: 80em)',
}

/** Whether the window has room for that many columns; follows it. The twin is `useWide.weapp.ts`. */
export function useWide(columns: keyof typeof QUERIES): boolean {
  const [isWide, setWide] = useState(() => window.matchMedia?.(QUERIES[columns]).matches ?? false)
  useEffect(() => {
    const query = window.matchMedia?.(QUERIES[columns])
    const update = () => setWide(query?.matches ?? false)
    update()
    query?.addEventListener('change', update)
    return () => query?.removeEventListener('change', update)
  }, [columns])
  return isWide
}
