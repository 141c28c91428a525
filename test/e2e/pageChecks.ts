import { readFileSync } from 'node:fs'
import { AXE_OPTIONS } from '../support/axeRules'
import { brokenLabels, brokenWords, clipped, covered, rawTexts, sideways } from '../support/screenChecks'
import { pause } from '../support/until'
import type { Tab } from './tab'

export const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** Breaches of WCAG 2.2 AA, as axe finds them. */
export async function violationsOn(tab: Tab): Promise<string[]> {
  if (!(await tab.evaluate(() => 'axe' in window))) await tab.inject(AXE)
  return tab.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  }, AXE_OPTIONS)
}

const lookedAt = (look: () => string[]) => (tab: Tab) => tab.evaluate(look)

/** Elements of the visible page that reach beyond the sides of the window; the gallery also finds what a parent cuts. */
export const overflowOn = lookedAt(() => {
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
export const clippedOn = lookedAt(clipped)
export const brokenWordsOn = lookedAt(brokenWords)
export const brokenLabelsOn = lookedAt(brokenLabels)
export const coveredOn = lookedAt(covered)
export const sidewaysOn = lookedAt(sideways)
export const rawTextsOn = (tab: Tab, groups: readonly string[]) => tab.evaluate(rawTexts, groups)

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

/** Styles of the copy that is painted first: left there, they win over the same ones of the app. */
export function firstStylesOn(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => [...document.querySelectorAll('#first-css')].map(({ id }) => id))
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
