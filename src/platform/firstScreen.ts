import type { AppInfo } from '../../contract/app'
import type { Locale } from '../../contract/locales'
import type { ProductSummary } from '../../contract/market'
import type { ShownResult } from '../../contract/shownResult'
import { nextTask } from './tasks'

/**
 * The HTML paints the first screen before any script of ours has run (src/h5/firstScreen). This is the app's end of
 * it. The twin is `firstScreen.weapp.ts`, which has none.
 */

const IDLE_WITHIN_MS = 1_000
/** A page that nobody sees is never painted. */
const PAINTED_WITHIN_MS = 400

declare global {
  interface Window {
    /** The taps on the painted copy, by its name. */
    firstTap?: string | null
    /** Asks for the files that a product's page needs next. */
    firstRest?: (() => void) | undefined
  }
}

/** The server's data in the page. It is there only when the page came over the network just now. */
export interface FirstData {
  /** Instead of all else: the service worker had the page. */
  isKept?: true
  appInfo?: AppInfo
  /** Language of the products' names. */
  locale?: Locale
  products?: ProductSummary[]
  /** Names in each language, by symbol, if they differ from those in `locale`. */
  names?: Partial<Record<Locale, Record<string, string>>>
  /** The newest example order, if it was decided by prices. */
  example?: ShownResult
}

function jsonIn<T extends object>(id: string): Partial<T> {
  try {
    return JSON.parse(document.getElementById(id)?.textContent || '{}') as T
  } catch {
    return {}
  }
}

export function firstData(): FirstData {
  const { products, ...rest } = jsonIn<FirstData>('first-data')
  if (!products) return rest
  // They come last in the page, as no first picture needs them.
  const sparks = jsonIn<Record<string, string[]>>('first-sparks')
  return { ...rest, products: products.map((product) => ({ ...product, spark: sparks[product.symbol] ?? [] })) }
}

/** Fetches the texts of the first screen in a language that was just chosen, so that the next visit need not wait for them. */
export function fetchFirstTexts(locale: string): void {
  const file = jsonIn<{ languages: Record<string, string> }>('first-screens').languages?.[locale]
  if (file) fetch(file).catch(() => undefined)
}

/**
 * Begins to fetch what comes after the first screen of a product: the scripts of that are all there, and while they run
 * the network would be idle.
 */
export const fetchTheRest = (): void => window.firstRest?.()

/** How long ago the page was asked for. */
export const pageAgeMs = (): number => performance.now()

/** Whether the painted copy still covers the app. There is no document while the copy itself is rendered. */
export const isPainted = (): boolean =>
  typeof document !== 'undefined' && document.querySelector('body > .first') !== null

/** Resolves once the painted copy is on the screen: kept files come earlier, and running them would hold it up. */
export function firstPaint(): Promise<void> {
  if (!isPainted() || document.visibilityState !== 'visible') return Promise.resolve()
  return new Promise((resolve) => {
    requestAnimationFrame(() => void nextTask().then(resolve))
    setTimeout(resolve, PAINTED_WITHIN_MS)
  })
}

/** Styles come without blocking the first paint, and count from here on also if the inline script was refused. */
function appStyles(): Promise<void> {
  const link = document.getElementById('app-css')
  if (!(link instanceof HTMLLinkElement) || link.media !== 'print') return Promise.resolve()
  const show = () => {
    link.media = 'all'
  }
  if (link.sheet) {
    show()
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(show()), { once: true })
    link.addEventListener('error', () => resolve(show()), { once: true })
  })
}

/** A stable name of an element while its prices change, as `src/h5/firstScreen/picker.ts` remembers it. */
const labelOf = (element: HTMLElement) =>
  element.dataset.name || element.getAttribute('aria-label') || element.textContent

let tellTaken: () => void = () => {}
const taken = new Promise<void>((resolve) => {
  tellTaken = resolve
})

/** Runs once the page is on the screen as the app's own, and the browser has a moment for it. */
export function afterFirstPage(run: () => void): void {
  if (isPainted()) return void taken.then(() => afterFirstPage(run))
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: IDLE_WITHIN_MS })
  else setTimeout(run, 0)
}

let isTouched: boolean | undefined

/** Whether the user has done anything on this page, so that it must not go away by itself. */
export const wasTouched = (): boolean => isTouched === true || window.firstTap !== undefined

function watchTouches(): void {
  if (isTouched !== undefined) return
  isTouched = false
  for (const type of ['pointerdown', 'wheel', 'keydown', 'input']) {
    const note = () => {
      isTouched = true
    }
    window.addEventListener(type, note, { capture: true, once: true, passive: true })
  }
}

/** Removes the painted copy and its styles once the app's page is there, and repeats there what was tapped on it. */
export async function takeOver(): Promise<void> {
  const copy = document.querySelector('body > .first')
  watchTouches()
  await appStyles()
  const styles = document.getElementById('first-css')
  // Left in place, these few styles would win over the app's later ones, also if nothing was painted.
  if (!copy) return styles?.remove()
  const take = () => {
    // A finger that is down is about to tap: without its element there would be no tap.
    if (copy.matches(':active')) return requestAnimationFrame(take)
    copy.remove()
    styles?.remove()
    document.documentElement.classList.remove('first-shown')
    requestAnimationFrame(() => void nextTask().then(tellTaken))
    const { firstTap } = window
    if (firstTap === undefined) return
    const targets = document.querySelectorAll<HTMLElement>('.screen a, .screen button, .tab-bar a')
    Array.from(targets)
      .find((element) => labelOf(element) === firstTap)
      ?.click()
  }
  requestAnimationFrame(take)
}
