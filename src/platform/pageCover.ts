import type { Part } from './pageShapes'

/** The placeholder of a page that is loading, in plain DOM, because the page itself is missing. */

export type Cover =
  | {
      kind: 'waiting'
      label: string
      /** In the bar, as the page will have it; a page without a bar has none. */
      title: string | undefined
      shape: readonly Part[]
      backLabel: string
      onBack: (() => void) | undefined
    }
  | {
      kind: 'failed'
      title: string
      text: string
      /** From the most useful to the last way out: an installed app has no buttons of a browser. */
      ways: readonly { label: string; onTap: () => void }[]
    }

const ID = 'page-cover'

/** PRODUCT.md 6.2: lazy page load delay 200 ms with time-out 60000 ms. */
export const PLACEHOLDER_AFTER_MS = 200
export const GIVE_UP_AFTER_MS = 60_000

export function hideCover(): void {
  if (process.env.TARO_ENV === 'h5') document.getElementById(ID)?.remove()
}

export function showCover(cover: Cover): void {
  if (process.env.TARO_ENV !== 'h5') return
  hideCover()
  const root = element('div', `page-cover page-cover--${cover.kind}`)
  root.id = ID
  root.setAttribute('role', cover.kind === 'failed' ? 'alert' : 'status')
  if (cover.kind === 'waiting') {
    root.setAttribute('aria-label', cover.label)
    // The notice of a simulated market stays in sight.
    const bands = document.querySelectorAll<HTMLElement>('.screen__band')
    root.style.top = `${Math.max(0, ...Array.from(bands, ({ offsetHeight }) => offsetHeight))}px`
    root.append(...waitingParts(cover))
  } else
    root.append(...failedParts(cover))
    // The panel ends at the tab bar, which stays in reach.
  ;(document.querySelector('.taro-tabbar__panel') ?? document.body).append(root)
}

/** The bar and the shape of the page, where the page itself will have them. */
function waitingParts({ title, shape, backLabel, onBack }: Extract<Cover, { kind: 'waiting' }>): HTMLElement[] {
  const body = element('div', 'page-cover__body')
  body.append(...shape.map((part) => element('div', `skeleton skeleton--${part} page-cover__${part}`)))
  if (title === undefined) return [body]
  const bar = element('div', 'page-cover__bar')
  const words = element('span', 'page-cover__title')
  words.textContent = title
  if (onBack) bar.append(backButton(backLabel, onBack))
  bar.append(words)
  return [bar, body]
}

function backButton(label: string, onBack: () => void): HTMLElement {
  const button = element('button', 'page-cover__back')
  button.setAttribute('aria-label', label)
  button.append(element('span', 'icon icon--back icon--24'))
  button.addEventListener('click', onBack)
  return button
}

function failedParts(cover: Extract<Cover, { kind: 'failed' }>): HTMLElement[] {
  const ways = cover.ways.map(({ label, onTap }, index) => {
    const way = element('button', `button button--${index === 0 ? 'primary' : 'plain'} button--medium`)
    way.textContent = label
    way.addEventListener('click', onTap)
    return way
  })
  const title = element('h1', 'empty__title')
  title.textContent = cover.title
  const text = element('p', 'empty__text')
  text.textContent = cover.text
  return [title, text, ...ways]
}

function element(tag: string, className: string): HTMLElement {
  const node = document.createElement(tag)
  node.className = className
  return node
}
