import { everyWhileVisible } from '../platform/whileVisible'
import type { Lifecycle } from './lifecycle'

/** PRODUCT.md 6.6: a timing loop every 100 ms; a delay of 100 ms means that a debugger has stopped at the statement. */
const LOOP_MS = 100
const DELAY_MS = 100

/**
 * Covers the page with a blank sheet while a debugger holds the literal statement below, and lifts it as soon as the
 * delay ends. The state of the app is kept. Only a visible page is checked, and only the statement is timed, so a slow
 * device is never taken for a debugger.
 */
export function startAntiDebug(now: () => number = () => performance.now()): Lifecycle {
  let sheet: HTMLElement | undefined
  const lift = () => {
    sheet?.remove()
    sheet = undefined
  }
  const stop = everyWhileVisible(LOOP_MS, () => {
    const startedAt = now()
    // biome-ignore lint/suspicious/noDebugger: the statement is what PRODUCT.md 6.6 asks for
    debugger
    if (now() - startedAt < DELAY_MS) lift()
    else sheet ??= blankSheet()
  })
  return {
    dispose() {
      stop()
      lift()
    },
  }
}

function blankSheet(): HTMLElement {
  const sheet = document.createElement('div')
  sheet.id = 'blank-sheet'
  sheet.style.cssText = 'position:fixed;z-index:9999;inset:0;top:0;right:0;bottom:0;left:0;background:#fff'
  document.body.append(sheet)
  return sheet
}
