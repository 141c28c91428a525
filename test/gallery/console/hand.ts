import { fireEvent } from '@testing-library/dom'
import english from '../../../console/texts/en.json'
import chinese from '../../../console/texts/zh-CN.json'
import { until } from '../../support/until'

/** What staff do on a page of the console; names are keys of its texts. */

/** Waits generously: the machine may be busy, and a hang is found all the same. */
export const SETTLING = { everyMs: 10, withinMs: 20_000 }

interface Texts {
  [key: string]: string | Texts
}
/** The first parts of the keys of texts. */
export const GROUPS = Object.keys(english)

/** The text of a key in the language of the page, with its values still to be put in. */
export function words(key: string): string {
  const all: Texts = document.documentElement.lang === 'en' ? english : chinese
  const text = key.split('/').reduce<Texts | string | undefined>((node, part) => (node as Texts)?.[part], all)
  if (typeof text !== 'string') throw new Error(`no text ${key}`)
  return text
}

const heightOf = (node: Element) =>
  Number(getComputedStyle(node.closest('.ant-modal-wrap, .ant-drawer') ?? node).zIndex) || 0

/** What lies over the page, from the bottom. */
export const layers = (): Element[] =>
  [...document.querySelectorAll('.ant-drawer-open [role=dialog], .ant-modal[role=dialog]')]
    .filter((node) => node.checkVisibility())
    .sort((one, two) => heightOf(one) - heightOf(two))

/** What lies on top, the page itself if nothing is open. */
export const topLayer = (): Element => layers().at(-1) ?? document.querySelector('main') ?? document.body

/** Buttons that belong to a widget, not to the console. */
const CHROME =
  '.ant-modal-confirm-btns, .ant-modal-footer, .ant-modal-close, .ant-drawer-header, .ant-tabs-nav, figure, .copy, .ant-input-clear-icon, [class*=ant-typography], .ant-picker, .ant-select'

/** Without the sum on it. */
const plain = (name: string) => name.replace(/ · [\d.,]+ [A-Z]{3}$/, '').trim()
const nameOf = (button: Element) => plain(button.getAttribute('aria-label') ?? button.textContent ?? '')

const buttons = () =>
  [...topLayer().querySelectorAll<HTMLButtonElement>('button:not([role=switch])')].filter(
    (button) => !button.disabled && button.checkVisibility() && !button.closest(CHROME),
  )

/** The buttons of the top layer, each name once. */
export const buttonNames = (): string[] => [...new Set(buttons().map(nameOf))]
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a button has that text, with any values. */
export const isNamed = (name: string, key: string) =>
  new RegExp(
    `^${plain(words(key))
      .split(/\{\{\w+\}\}/)
      .map(escaped)
      .join('.*')}$`,
  ).test(name)

const painted = () => new Promise((resolve) => requestAnimationFrame(resolve))

const isLoading = () =>
  [...document.querySelectorAll('.ant-spin-spinning, .ant-skeleton-active, .ant-btn-loading')].some((node) =>
    node.checkVisibility(),
  )

/** Pictures in a row that are the same. */
const STILL_LOOKS = 2

/** Waits until nothing is on its way: the answers come at once, and React draws them in its own time. */
export async function settled(what: string): Promise<void> {
  let before = ''
  let still = 0
  await until(
    `${what} to settle`,
    async () => {
      await painted()
      const now = document.querySelector('main h1, .ant-card') ? document.body.textContent : ''
      still = now !== '' && now === before && !isLoading() ? still + 1 : 0
      before = now
      return still === STILL_LOOKS
    },
    { ...SETTLING, everyMs: 0 },
  )
}

/** Presses a button of the top layer by the key of its text. */
export async function press(key: string): Promise<HTMLButtonElement> {
  const find = () => buttons().find((button) => isNamed(nameOf(button), key))
  const button = await until(`a button ${key}`, find, SETTLING)
  button.click()
  return button
}

/** Chooses a part of a list, by the key of its name. */
export async function choose(key: string): Promise<void> {
  const find = () =>
    [...document.querySelectorAll<HTMLElement>('.ant-segmented-item')].find(
      ({ textContent }) => textContent === words(key),
    )
  const part = await until(`the part ${key}`, find, SETTLING)
  part.click()
}

/** Looks for a text in the list of the page. */
export async function search(text: string): Promise<void> {
  const find = () => document.querySelector<HTMLInputElement>('.ant-input-search input')
  const field = await until('the search', find, SETTLING)
  fireEvent.change(field, { target: { value: text } })
  document.querySelector<HTMLElement>('.ant-input-search button')?.click()
}

/** Hands a file to the page's field of that place. */
export async function give(place: number): Promise<void> {
  const find = () => document.querySelectorAll<HTMLInputElement>('input[type=file]')[place]
  const field = await until('a field for files', find, SETTLING)
  fireEvent.change(field, { target: { files: [new File(['a;b'], 'umsaetze.csv')] } })
}

/** Types into a field, by its label. */
export async function type(label: string, text: string): Promise<void> {
  const find = () => topLayer().querySelector<HTMLInputElement>(`#${label}, #key_${label}`)
  fireEvent.change(await until(`a field ${label}`, find, SETTLING), { target: { value: text } })
}

/** Presses the main button of a dialog that asks. */
export async function confirm(): Promise<void> {
  const find = () => document.querySelector<HTMLElement>('.ant-modal-confirm-btns .ant-btn-primary')
  const button = await until('a dialog that asks', find, SETTLING)
  button.click()
}

const CLOSES = '.ant-drawer-close, .ant-modal-close, .ant-modal-confirm-btns button:first-child'

/** By the key, as people do, or by its own button where the key's focus is elsewhere; returns when so many layers are left. */
export async function close(depth: number): Promise<void> {
  const layer = topLayer()
  const place = layer.contains(document.activeElement) ? document.activeElement : layer
  fireEvent.keyDown(place ?? layer, { key: 'Escape', code: 'Escape', keyCode: 27 })
  for (let look = 0; look < 5 && layers().length > depth; look += 1) await painted()
  if (layers().length > depth) layer.querySelector<HTMLElement>(CLOSES)?.click()
  await until('it to close', () => layers().length === depth, SETTLING)
}
