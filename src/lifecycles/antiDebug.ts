import { isVisible } from '../platform/pageEvents'
import type { Lifecycle } from './lifecycle'

/** PRODUCT.md 6.6: a timing loop every 100 ms; a delay of 100 ms means that a debugger has stopped at the statement. */
const LOOP_MS = 100
const DELAY_MS = 100
const SHEET_ID = 'blank-sheet'

/**
 * Covers the page with a blank sheet while a debugger holds the literal statement below, and lifts it as soon as the
 * delay ends. The state of the app is kept. Only a visible page is checked, and only the statement is timed, so a slow
 * device is never taken for a debugger.
 */
export function startAntiDebug(now: () => number = () => performance.now()): Lifecycle {
  const timer = setInterval(() => {
    if (!isVisible()) return
    const startedAt = now()
    // biome-ignore lint/suspicious/noDebugger: the statement is what PRODUCT.md 6.6 asks for
    debugger
    cover(now() - startedAt >= DELAY_MS)
  }, LOOP_MS)
  return {
    dispose() {
      clearInterval(timer)
      cover(false)
    },
  }
}

function cover(covered: boolean): void {
  const sheet = document.getElementById(SHEET_ID)
  if (!covered) {
    sheet?.remove()
    return
  }
  if (sheet) return
  const blank = document.createElement('div')
  blank.id = SHEET_ID
  blank.style.cssText = 'position:fixed;z-index:9999;inset:0;top:0;right:0;bottom:0;left:0;background:#fff'
  document.body.append(blank)
}
