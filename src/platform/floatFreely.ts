/** Keeps what floats over a page off its controls. The twin is `floatFreely.weapp.ts`. */

const CONTROLS =
  'button,a[href],input,textarea,select,summary,[role="button"],[role="switch"],[role="radio"],[role="checkbox"],[role="tab"],[role="option"]'
const GAP = 8
const SCROLLED_MS = 120

/** Where the page's controls are, without those of `except`. */
function controlsOf(page: Element, except: Element): DOMRect[] {
  return Array.from(page.querySelectorAll(CONTROLS))
    .filter((control) => !except.contains(control))
    .flatMap((control) => Array.from(control.getClientRects()))
    .filter(({ width, height }) => width > 0 && height > 0)
}

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** The lowest top, from that of `box` upwards, at which it lies over none of `others`. */
export function freeTop(box: Box, others: readonly Box[]): number {
  const height = box.bottom - box.top
  let { top } = box
  const inTheWay = others.filter(({ left, right }) => left < box.right && right > box.left)
  for (const other of inTheWay.sort((a, b) => b.bottom - a.bottom)) {
    if (other.top < top + height + GAP && other.bottom > top - GAP) top = other.top - GAP - height
  }
  return top
}

/**
 * Moves `element` up from its own place, the bottom of the page, to where it lies over no control. Where a page has no
 * such place, it gets room of its own under the head, and the page begins below it. Follows scrolling until the returned
 * function is called.
 */
export function floatFreely(element: HTMLElement): () => void {
  const page = element.closest('.screen')
  const head = page?.querySelector('.screen__head')
  const body = page?.querySelector<HTMLElement>('.screen__body')
  if (!page || !head || !body) return () => undefined
  let hasRoom = false
  const place = () => {
    if (hasRoom) return
    element.style.top = ''
    const box = element.getBoundingClientRect()
    const highest = head.getBoundingClientRect().bottom + GAP
    const free = freeTop(box, controlsOf(page, element))
    element.style.top = `${Math.max(free, highest) - box.top}px`
    if (free >= highest) return
    hasRoom = true
    // Otherwise the browser would scroll the page back under it.
    body.style.overflowAnchor = 'none'
    body.style.paddingTop = `${box.height + 2 * GAP}px`
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const handleMove = () => {
    clearTimeout(timer)
    timer = setTimeout(place, SCROLLED_MS)
  }
  place()
  window.addEventListener('scroll', handleMove, { capture: true, passive: true })
  window.addEventListener('resize', handleMove)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('scroll', handleMove, { capture: true })
    window.removeEventListener('resize', handleMove)
    element.style.top = ''
    body.style.overflowAnchor = ''
    body.style.paddingTop = ''
  }
}
