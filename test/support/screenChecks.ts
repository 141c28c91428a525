/**
 * Problems of how a page looks, in words. Each function runs in the page and is sent there alone, so it uses
 * nothing outside itself. The gallery's test has them for every screen, the tests of the real app for some pages.
 */

/** Elements beyond the sides of the window, and words beyond the sides of what cuts them off; not in a strip that scrolls. */
export function overflow(): string[] {
  const styleOf = (node: Element) => getComputedStyle(node)
  const scrolls = (node: Element) => /auto|scroll/.test(styleOf(node).overflowX)
  const above = (node: Element | null): Element[] =>
    node === null || node.matches('.screen, .tab-bar') ? [] : [node, ...above(node.parentElement)]
  const ignored = '.sr-only, .unseen, [aria-hidden="true"]'
  const [from, to] = [-1, innerWidth + 1]
  const found: string[] = []
  const all = [...document.querySelectorAll('.screen *, .tab-bar *')].filter(
    (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(ignored),
  )
  for (const node of all) {
    const { left, right, width } = node.getBoundingClientRect()
    if (width === 0 || (right <= to && left >= from)) continue
    if (!above(node.parentElement).some(scrolls)) found.push(`${node.className}: ${node.textContent?.slice(0, 40)}`)
  }
  for (const node of all) {
    const words = [...node.childNodes].filter((child) => child.nodeType === 3 && child.textContent?.trim())
    if (words.length === 0) continue
    const chain = above(node)
    const end = chain.findIndex(scrolls)
    const holders = (end < 0 ? chain : chain.slice(0, end)).filter((one) => /hidden|clip/.test(styleOf(one).overflowX))
    // What ends in an ellipsis says itself that there is more.
    if (holders.length === 0 || holders.some((one) => styleOf(one).textOverflow === 'ellipsis')) continue
    const range = document.createRange()
    for (const word of words) {
      range.selectNodeContents(word)
      for (const { left, right, width } of range.getClientRects()) {
        const cutting = holders.find((one) => {
          const box = one.getBoundingClientRect()
          return width > 1 && (left < box.left - 1 || right > box.right + 1)
        })
        if (cutting) found.push(`${cutting.className} cuts ${word.textContent?.slice(0, 40)}`)
      }
    }
  }
  return [...new Set(found)]
}

/** Controls that a finger may miss: lower or narrower than 44 px, with what their own styles add around them. */
export function smallTargets(): string[] {
  const controls =
    'button, a[href], input, textarea, select, [role="button"], [role="link"], [role="tab"], [role="radio"], [role="checkbox"], [role="switch"], [role="option"]'
  const found: string[] = []
  for (const node of document.querySelectorAll(controls)) {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.matches(':disabled, [aria-disabled="true"]'))
      continue
    if (node.closest('.sr-only, [aria-hidden="true"]') || !node.closest('.screen, .tab-bar')) continue
    // A link in a sentence is as high as its line.
    if (getComputedStyle(node).display === 'inline') continue
    const field = node.matches('input, textarea, select') ? node.closest('.field, label') : null
    const box = (field ?? node).getBoundingClientRect()
    const grown = ['::before', '::after'].map((part) => {
      const { content, position, width, height } = getComputedStyle(node, part)
      const counts = content !== 'none' && position === 'absolute'
      return counts ? [Number.parseFloat(width) || 0, Number.parseFloat(height) || 0] : [0, 0]
    })
    const width = Math.max(box.width, ...grown.map(([across = 0]) => across))
    const height = Math.max(box.height, ...grown.map(([, down = 0]) => down))
    if (box.width === 0 || (width >= 43.5 && height >= 43.5)) continue
    const name = node.getAttribute('aria-label') ?? node.textContent ?? ''
    found.push(`${node.className} ${Math.round(width)} × ${Math.round(height)}: ${name.slice(0, 40)}`)
  }
  return found
}

/**
 * Elements whose own words do not fit and are cut, on purpose or not. Words that are read aloud only, regions that
 * scroll, and first lines of something that opens (`line-clamp`) may be longer than their box.
 */
export function clipped(): string[] {
  const hasWords = (node: Element) =>
    [...node.childNodes].some((child) => child.nodeType === 3 && (child.textContent ?? '').trim() !== '')
  return [...document.querySelectorAll('.screen *, .tab-bar *')]
    .filter((node) => hasWords(node) && node.checkVisibility({ visibilityProperty: true }))
    .filter((node) => {
      const style = getComputedStyle(node)
      const cuts = style.overflowX === 'hidden' || style.overflowX === 'clip'
      const opens = style.webkitLineClamp !== 'none' && !node.matches('.nav-bar__title')
      if (!cuts || opens || node.closest('.sr-only, .unseen, .ant-table-measure-row')) return false
      return node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 4
    })
    .map((node) => `${node.className}: ${node.textContent?.slice(0, 60)}`)
}

/**
 * Words and figures of up to 12 characters that take more than one line, in the visible part of the document; a number such
 * as "FD-2QCY9N0005" and an arrow with its word count as one. A longer word with a soft hyphen may break there.
 */
export function brokenWords(): string[] {
  const broken: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(
      /\b[A-Z]{2}-[\dA-Z]{10}\b|[▲▼]\s\p{L}{2,12}(?![\p{L}\u00AD])|(?<![\p{L}\u00AD])\p{L}{2,12}(?![\p{L}\u00AD])|[\d,.]{2,12}/gu,
    )) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top))
      if (lines.size > 1) broken.push(word)
    }
  }
  return broken
}

/** Open sheets and dialogs that something of their page lies over: a finger meets it there. */
export function covered(): string[] {
  const sheets = [...document.querySelectorAll('.at-float-layout__container, .at-modal__container')]
  const top = sheets.filter((node) => node.checkVisibility({ visibilityProperty: true })).at(-1)
  if (!top) return []
  const { left, top: from, width, bottom } = top.getBoundingClientRect()
  const found = new Set<string>()
  for (let y = from + 4; y < Math.min(bottom, innerHeight); y += 8) {
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const hit = document.elementFromPoint(left + width * share, y)
      // At a rounded corner the point hits the sheet's own shade.
      const isShade = hit?.matches('.at-modal__overlay, .at-float-layout__overlay')
      if (hit && !isShade && !top.contains(hit)) found.add(`${hit.className}: ${hit.textContent?.slice(0, 40)}`)
    }
  }
  return [...found]
}

/** Open sheets and dialogs that could be moved sideways: something in them is cut off by their edge. */
export function sideways(): string[] {
  return [...document.querySelectorAll('.at-float-layout__container, .at-modal__container')]
    .filter((node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1)
    .map((node) => `${node.scrollWidth} px in ${node.clientWidth}: ${node.textContent?.slice(0, 40)}`)
}

/**
 * Names of texts instead of texts, and values that were not put in. `names` are the first parts of the names of texts,
 * `separator` is between the parts.
 */
export function rawTexts(names: readonly string[], separator: '.' | '/' = '.'): string[] {
  const name = `^(?:${names.join('|')})[${separator}][a-z]\\w*`
  const raw = new RegExp(`${name}|\\{\\{|\\}\\}|\\bundefined\\b|\\bNaN\\b|\\[object `)
  const words: string[] = []
  for (const root of document.querySelectorAll('.screen, .tab-bar')) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) words.push(texts.currentNode.textContent ?? '')
  }
  return words.filter((text) => raw.test(text.trim()))
}

/**
 * Labels of buttons, tabs, chips and tags that take a second line by themselves or stick out of what they name. A note
 * below a label is its own line, and the sum that a button names may take one.
 */
export function brokenLabels(): string[] {
  // Controls that may take several lines: rows, cards, what is told in sentences, and an order with its sum.
  const rows =
    '.list-row, .product-row, .choices__line, .field, .photo, .message-row__card, .news-card__face, .credit, .indicators__line, .toast__text, .result__open, .own-order, .seal, .checks__head, .ticket__place, .home__slide, .voided__show, .check-box'
  const names = 'button, [role="button"], [role="tab"], .at-tag, .tab-bar *'
  const found: string[] = []
  const isShown = (node: Element) => node.checkVisibility({ visibilityProperty: true })
  for (const label of document.querySelectorAll(names)) {
    if (!isShown(label) || label.closest(rows) || label.closest('.sr-only')) continue
    const box = label.getBoundingClientRect()
    const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const holder = node.parentElement
      if (
        !node.textContent?.trim() ||
        !holder ||
        !isShown(holder) ||
        holder.closest('.sr-only, .button__note, .button__label.num')
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      const isWrapped = lines.some(({ top }) => top >= (lines[0]?.bottom ?? 0) - 2)
      const isCut = lines.some(({ left, right }) => left < box.left - 1 || right > box.right + 1)
      if (!isWrapped && !isCut) continue
      found.push(`${holder.className || label.className} ${isWrapped ? 'wraps' : 'sticks out'}: ${node.textContent}`)
    }
  }
  return [...new Set(found)]
}
