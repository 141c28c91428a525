/** What covers the page area while a page is on its way, in plain DOM: the page itself is what is missing. */

export type Cover =
  | { kind: 'waiting'; label: string }
  | { kind: 'failed'; title: string; text: string; retryLabel: string; onRetry: () => void }

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
    for (const name of ['title', 'block', 'row', 'row', 'row'])
      root.append(element('div', `skeleton skeleton--${name}`))
  } else root.append(...failedParts(cover))
  ;(document.getElementById('container') ?? document.body).append(root)
}

function failedParts(cover: Extract<Cover, { kind: 'failed' }>): HTMLElement[] {
  const retry = element('button', 'button button--primary button--medium')
  retry.textContent = cover.retryLabel
  retry.addEventListener('click', cover.onRetry)
  const title = element('h1', 'empty__title')
  title.textContent = cover.title
  const text = element('p', 'empty__text')
  text.textContent = cover.text
  return [title, text, retry]
}

function element(tag: string, className: string): HTMLElement {
  const node = document.createElement(tag)
  node.className = className
  return node
}
