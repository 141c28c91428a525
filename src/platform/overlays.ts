/**
 * Sheets and dialogs in the browser's history: each open one adds an entry with the page's address, so the first back
 * press closes it and keeps the page. The twin, where the system's back is not ours, is `overlays.weapp.ts`.
 */

import { afterPicture } from './tasks'

type Stop = () => void

interface Overlay {
  close: () => void
}

/** How many entries of ours are over the page's own; kept in the state of each entry, where a reload finds it. */
const DEPTH = 'overlays'
/** A navigation waits this long for the browser to report a step back, and then continues without it. */
const STEP_LIMIT_MS = 500

/** The open ones, the top one last. */
let open: Overlay[] = []
/** Depth of the entry that is shown, and its address. */
let shown = { depth: 0, href: '' }
/** Our own step back is under way. */
let step: ReturnType<typeof setTimeout> | undefined
/** The newest wins, as with Taro's own. */
let waiting: (() => void) | undefined

const readDepth = (): number => Number((window.history.state as Record<string, unknown> | null)?.[DEPTH] ?? 0)

/**
 * Starts to listen to the back button; before Taro's router does, which must not see the steps that stay on the page.
 */
export function watchBack(): void {
  window.addEventListener('popstate', handlePop, true)
  // A page that was reloaded under a sheet has its entry and no sheet.
  adjust()
}

/** Puts a sheet or dialog on top; the result takes it off when it has closed by other means. */
export function addOverlay(close: () => void): Stop {
  const overlay = { close }
  open.push(overlay)
  // Nobody goes back before there is a picture, which the entry would hold up by a tenth.
  const callOff = afterPicture(adjust)
  return () => {
    callOff()
    open = open.filter((other) => other !== overlay)
    // Another one may open in its place at once, and takes over its entry.
    queueMicrotask(adjust)
  }
}

/** Closes the open overlays and runs a navigation after their history entries are gone; at once if there are none. */
export function afterOverlays(navigate: () => void): void {
  if (open.length === 0 && step === undefined && readDepth() === 0) {
    navigate()
    return
  }
  waiting = navigate
  closeDownTo(0)
  adjust()
}

/** Makes the history as deep as there are sheets and dialogs. */
function adjust(): void {
  if (step !== undefined) return
  for (let depth = readDepth() + 1; depth <= open.length; depth += 1)
    window.history.pushState({ ...window.history.state, [DEPTH]: depth }, '')
  shown = { depth: readDepth(), href: window.location.href }
  if (shown.depth > open.length) {
    step = setTimeout(() => {
      step = undefined
      run()
    }, STEP_LIMIT_MS)
    window.history.go(open.length - shown.depth)
  } else run()
}

function run(): void {
  const navigate = waiting
  waiting = undefined
  navigate?.()
}

function handlePop(event: PopStateEvent): void {
  const before = shown
  const isOwn = step !== undefined
  clearTimeout(step)
  step = undefined
  shown = { depth: readDepth(), href: window.location.href }
  const staysOnPage = before.depth > 0 && before.href === shown.href
  if (staysOnPage) event.stopImmediatePropagation()
  if (!isOwn) closeDownTo(staysOnPage ? shown.depth : 0)
  queueMicrotask(adjust)
}

function closeDownTo(depth: number): void {
  for (const overlay of open.splice(depth).reverse()) overlay.close()
}
