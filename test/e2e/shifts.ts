import type { Page } from 'puppeteer-core'

interface LayoutShift {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}
interface Shifts {
  /** The sum that a browser calls layout shift: shares of the window, 0 if nothing that is there is moved. */
  sum: number
  moved: string[]
}

/** From its next document on, the page counts how far parts of the page at `path` are moved, but for what a user does. */
export const countShifts = (page: Page, path: string) =>
  page.evaluateOnNewDocument((shown) => {
    const shifts: Shifts = { sum: 0, moved: [] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        if (!location.hash.includes(shown) || entry.hadRecentInput) continue
        shifts.sum += entry.value
        shifts.moved.push(...entry.sources.map(({ node }) => (node instanceof Element ? node.className : '')))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }, path)

/** The shifts in the document so far. */
export const shiftsOn = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
