/** The placeholder of a page that is loading, in plain DOM, because the page itself is missing. The twin is `pageCover.weapp.ts`. */

export interface WaitingCover {
  kind: 'waiting'
  /** Path of the page that is loading. */
  path: string
  label: string
  backLabel: string
  onBack: (() => void) | undefined
}

export type Cover =
  | WaitingCover
  | {
      kind: 'failed'
      title: string
      text: string
      /** From the most useful to the last way out: an installed app has no buttons of a browser. */
      ways: readonly { label: string; onTap: () => void }[]
    }

const ID = 'page-cover'

/** Tells assistive technology whether another page is on its way: until it is in front, the pages here are busy. */
export function markLoading(isLoading: boolean): void {
  // Not those of the copy that is painted first.
  document.querySelector('body > :not(.first) .taro_router')?.setAttribute('aria-busy', String(isLoading))
}

/** PRODUCT.md 6.2: lazy page load delay 200 ms with time-out 60000 ms. */
export const PLACEHOLDER_AFTER_MS = 200
export const GIVE_UP_AFTER_MS = 60_000

export function hideCover(): void {
  document.getElementById(ID)?.remove()
}

export function showCover(cover: Cover): void {
  hideCover()
  const root = element('div', `page-cover page-cover--${cover.kind}`)
  root.id = ID
  root.setAttribute('role', cover.kind === 'failed' ? 'alert' : 'status')
  if (cover.kind === 'waiting') {
    root.setAttribute('aria-label', cover.label)
    // The notice of a simulated market stays in sight.
    const bands = document.querySelectorAll<HTMLElement>('.screen__band')
    root.style.top = `${Math.max(0, ...Array.from(bands, ({ offsetHeight }) => offsetHeight))}px`
    root.append(...drawPage(cover))
  } else
    root.append(...failedParts(cover))
    // The panel ends at the tab bar, which stays in reach.
  ;(document.querySelector('.taro-tabbar__panel') ?? document.body).append(root)
}

/** Until the shapes of the pages have come: something of a page. */
const drawAnyPage = ({ backLabel, onBack }: WaitingCover): HTMLElement[] => [
  ...(onBack ? [backButton(backLabel, onBack)] : []),
  ...['title', 'block', 'row'].map((part) => element('div', `skeleton skeleton--${part}`)),
]
let drawPage = drawAnyPage

/** The placeholder is drawn by this from now on; it comes late, as no first page needs it. */
export function drawPagesBy(draw: typeof drawAnyPage): void {
  drawPage = draw
}

export function backButton(label: string, onBack: () => void): HTMLElement {
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
  const title = element('h1', 'strong t16')
  title.textContent = cover.title
  const text = element('p', 'empty__text')
  text.textContent = cover.text
  return [title, text, ...ways]
}

export function element(tag: string, className: string): HTMLElement {
  const node = document.createElement(tag)
  node.className = className
  return node
}
