/** Keeps what floats over a page off its controls. The twin is `floatFreely.weapp.ts`. */

/** It is placed above anything fixed at the bottom of a page. */
const BARS = '.bottom-bar'
/** Controls that a user is about to press or fill in. Rows and cards scroll, and the banner leaves by itself. */
const KEPT = '.button--large,.button--medium,input,textarea,select'
/** A sheet that is mounted before it opens has boxes, too. */
const HIDDEN = '[aria-hidden="true"]'
const GAP = 8
const SCROLLED_MS = 120

/** If the page has such elements, without those of `except`. */
function boxesOf(page: Element, selector: string, except: Element): DOMRect[] {
  return Array.from(page.querySelectorAll(selector))
    .filter((one) => !except.contains(one) && !one.closest(HIDDEN) && !(selector === KEPT && one.closest(BARS)))
    .flatMap((one) => Array.from(one.getClientRects()))
    .filter(({ width, height }) => width > 0 && height > 0)
}

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const toBox = ({ left, right, top, bottom }: Box): Box => ({ left, right, top, bottom })

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
 * Keeps `element` in one place, the bottom of the page above what is fixed there. If that would cover a field or a main
 * button, it gets its own space under the head, and the page begins below it: it never hovers in the middle. Follows
 * scrolling until the returned function is called.
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
    const top = freeTop(box, boxesOf(page, BARS, element))
    const isFree = freeTop({ ...toBox(box), top, bottom: top + box.height }, boxesOf(page, KEPT, element)) === top
    element.style.top = `${(isFree ? top : highest) - box.top}px`
    if (isFree) return
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
