import { readFileSync } from 'node:fs'
import { pause } from '../support/until'
import type { Tab } from './tab'

export const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
/** The rules, without what takes axe most of its time: what passes, selectors, and style sheets, which no rule of these reads. */
export const AXE_OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations' as const],
  selectors: false,
  preload: { assets: ['media'] },
}

/** Breaches of WCAG 2.2 AA, as axe finds them. */
export async function violationsOn(tab: Tab): Promise<string[]> {
  if (!(await tab.evaluate(() => 'axe' in window))) await tab.inject(AXE)
  return tab.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  }, AXE_OPTIONS)
}

/** Elements of the visible page that reach beyond the sides of the window. */
export function overflowOn(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => {
    const scrolls = (node: Element | null): boolean =>
      node !== null && (getComputedStyle(node).overflowX !== 'visible' || scrolls(node.parentElement))
    const [from, to] = [-1, innerWidth + 1]
    return [...document.querySelectorAll('.screen *, .tab-bar *')]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }))
      .filter((node) => {
        const { left, right, width } = node.getBoundingClientRect()
        return width > 0 && (right > to || left < from) && !scrolls(node.parentElement?.closest('.screen *') ?? null)
      })
      .map((node) => `${node.className}: ${node.textContent?.slice(0, 40)}`)
  })
}

/**
 * Elements whose own words do not fit and are cut, on purpose or not. Words that are read aloud only, regions that
 * scroll, and first lines of something that opens (`line-clamp`) may be longer than their box.
 */
export function clippedOn(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => {
    const hasWords = (node: Element) =>
      [...node.childNodes].some((child) => child.nodeType === 3 && (child.textContent ?? '').trim() !== '')
    return [...document.querySelectorAll('.screen *, .tab-bar *')]
      .filter((node) => hasWords(node) && node.checkVisibility({ visibilityProperty: true }))
      .filter((node) => {
        const style = getComputedStyle(node)
        const cuts = style.overflowX === 'hidden' || style.overflowX === 'clip'
        const opens = style.webkitLineClamp !== 'none' && !node.matches('.nav-bar__title')
        if (!cuts || opens || node.classList.contains('sr-only')) return false
        return node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 4
      })
      .map((node) => `${node.className}: ${node.textContent?.slice(0, 60)}`)
  })
}

/** Controls that may take several lines: rows, cards, what is told in sentences, and an order with its sum. */
const ROWS =
  '.list-row, .product-row, .choices__line, .field, .photo, .message-row__card, .news-card__face, .credit, .indicators__line, .toast__text, .result__open, .own-order, .seal, .checks__head, .ticket__place, .home__slide, .voided__show, .check-box'

/**
 * Labels of buttons, tabs, chips and tags that take a second line by themselves or stick out of what they name. A note
 * below a label is its own line, and the sum that a button names may take one.
 */
export function brokenLabelsOn(tab: Tab): Promise<string[]> {
  return tab.evaluate((rows) => {
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
  }, ROWS)
}

/** Names of texts instead of texts, and values that were not put in. */
export function rawTextsOn(tab: Tab, groups: readonly string[]): Promise<string[]> {
  return tab.evaluate((names) => {
    const raw = new RegExp(`^(?:${names.join('|')})\\.[a-z]\\w*|\\{\\{|\\}\\}|\\bundefined\\b|\\bNaN\\b|\\[object `)
    const words: string[] = []
    for (const root of document.querySelectorAll('.screen, .tab-bar')) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) words.push(texts.currentNode.textContent ?? '')
    }
    return words.filter((text) => raw.test(text.trim()))
  }, groups)
}

/** A result lies over the page for 4 s. */
const LASTING_MS = 20_000

/** Problems that last longer than a moment: a page that slides in is beyond the side, and covered, while it does. */
export async function lasting(find: (tab: Tab) => Promise<string[]>, tab: Tab): Promise<string[]> {
  for (const deadline = Date.now() + LASTING_MS; ; ) {
    const found = await find(tab)
    if (found.length === 0 || Date.now() > deadline) return found
    await pause(100)
  }
}

/**
 * Words and figures of up to 12 characters that take more than one line, in the visible part of the document; a number such
 * as "FD-2QCY9N0005" and an arrow with its word count as one. A longer word with a soft hyphen may break there.
 */
export function brokenWordsOn(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => {
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
  })
}

/** Open sheets and dialogs that something of their page lies over: a finger meets it there. */
export function coveredOn(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => {
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
  })
}

/** Styles of the copy that is painted first: left there, they win over the same ones of the app. */
export function firstStylesOn(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => [...document.querySelectorAll('#first-css')].map(({ id }) => id))
}

/** Open sheets and dialogs that could be moved sideways: something in them is cut off by their edge. */
export function sidewaysOn(tab: Tab): Promise<string[]> {
  return tab.evaluate(() =>
    [...document.querySelectorAll('.at-float-layout__container, .at-modal__container')]
      .filter((node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1)
      .map((node) => `${node.scrollWidth} px in ${node.clientWidth}: ${node.textContent?.slice(0, 40)}`),
  )
}

/** Runs in the page: whether a button takes a press in its middle in the first picture that shows it. */
export function takesAtOnce(selector: string) {
  return new Promise<boolean>((resolve) => {
    const look = () => {
      const button = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility())
      if (!button) return requestAnimationFrame(look)
      button.scrollIntoView({ block: 'nearest' })
      const { left, top, width, height } = button.getBoundingClientRect()
      resolve(button.contains(document.elementFromPoint(left + width / 2, top + height / 2)))
    }
    look()
  })
}
