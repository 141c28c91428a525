import { type RefObject, useEffect, useState } from 'react'

const MARGIN = { rootMargin: '200px' }
const isShown = ({ isIntersecting }: IntersectionObserverEntry) => isIntersecting

/** Whether an element is on the screen or close to it; true until that is known. Its twin in the mini program is always true. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    const { current } = element
    // Tests have no layout.
    if (!current || !window.IntersectionObserver) return
    const observer = new IntersectionObserver((entries) => setInView(entries.some(isShown)), MARGIN)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return isInView
}
