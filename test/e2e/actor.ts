import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { until } from '../support/until'
import { KEEPS_PICTURES, OUTPUT } from './browser'
import { puppeteerTab, type Tab, type TabElement } from './tab'

/** A text, whole and exact, or a pattern. */
export type Text = string | RegExp

interface Query {
  by: 'role' | 'label' | 'text'
  role?: string
  text: Text | undefined
  /** Counts a message that has gone since, as for somebody who heard it: on a busy machine it may go between two looks. */
  heard?: true
}

const POLL_MS = 100

/** Regular expressions do not survive the way into the page, so they travel as source and flags. */
const portable = (text: Text | undefined) =>
  text instanceof RegExp ? { source: text.source, flags: text.flags } : text

/**
 * Runs in the page: the visible elements that match. Pushed pages and idle tabs stay in the document hidden, so an
 * element counts only when it is rendered and exposed; and one of the app's pages only once it is that of the address.
 */
function findInPage(query: {
  by: string
  role?: string
  text: string | { source: string; flags: string } | undefined
  heard?: true
}) {
  const here = window as unknown as { TestingLibraryDom: typeof import('@testing-library/dom'); spoken?: Element[] }
  const library = here.TestingLibraryDom
  if (!here.spoken)
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element && node.closest('[aria-live]')) here.spoken?.push(node)
    }).observe(document.body, { childList: true, subtree: true })
  const spoken = here.spoken ?? []
  here.spoken = spoken
  const { text } = query
  const matcher = typeof text === 'object' ? new RegExp(text.source, text.flags) : text
  const address = `${decodeURIComponent(location.hash.slice(1)).split('?')[0]}?`.toLowerCase()
  const visible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0 || !element.checkVisibility({ visibilityProperty: true })) return false
    const page = element.closest('.taro_page')
    return page === null || page.id.toLowerCase().startsWith(address)
  }
  // A question takes every press until it is answered.
  const question = [...document.querySelectorAll('[role=alertdialog]')].filter(visible).at(-1)
  const body = query.by === 'role' && question instanceof HTMLElement ? question : document.body
  const found =
    query.by === 'role'
      ? library.queryAllByRole(body, query.role ?? '', matcher === undefined ? {} : { name: matcher })
      : query.by === 'label'
        ? library.queryAllByLabelText(body, matcher ?? '')
        : library.queryAllByText(body, matcher ?? '', { ignore: 'script, style' })
  const shown = found.filter(visible)
  if (!query.heard) return shown
  const words = spoken.flatMap((node) => library.queryAllByText(node as HTMLElement, matcher ?? ''))
  here.spoken = spoken.filter((node) => !words.some((word) => node.contains(word)))
  return shown.length > 0 ? shown : words
}

/**
 * Runs in the page: brings it into view; enabled, in nothing that is busy, awake, standing still on a page that is in its place,
 * and not under a sheet that is still leaving.
 */
async function isPressable(node: Element): Promise<boolean> {
  if (node.matches(':disabled,[aria-disabled="true"]')) return false
  if (node.closest('[aria-busy="true"]')) return false
  // A page that comes back may stand still at the side for some pictures before it moves.
  const page = node.closest('.taro_page')
  if (page && !new DOMMatrix(getComputedStyle(page).transform).isIdentity) return false
  const before = node.getBoundingClientRect()
  if (before.top < 0 || before.bottom > innerHeight || before.left < 0 || before.right > innerWidth) {
    node.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  }
  const earlier = node.getBoundingClientRect()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  // What opens falls asleep in the first picture of it.
  if (getComputedStyle(node).pointerEvents === 'none') return false
  const { left, top, width, height } = node.getBoundingClientRect()
  if (left !== earlier.left || top !== earlier.top) return false
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  const isHit = hit !== null && (node.contains(hit) || hit.contains(node))
  // In a strip that scrolls sideways it may be beyond the edge, and on a page below the bar at its foot: a finger moves it first.
  const block = node.closest('[role="dialog"]') ? 'nearest' : 'center'
  if (!isHit) node.scrollIntoView({ block, inline: 'center', behavior: 'instant' })
  return isHit
}

/** Runs in the page: what a person could read and press, for the message of a failed step. */
function outlineOfPage(): string {
  const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const parts = [...document.querySelectorAll('h1,h2,button,a,input,[role]')].filter(visible)
  const line = (element: Element) =>
    `${element.getAttribute('role') ?? element.tagName.toLowerCase()}: ${(element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').slice(0, 80)}`
  return `${location.href}\n${parts.slice(0, 60).map(line).join('\n')}`
}

/** A user at the page: finds by role and name, by label or by text; presses and types with real input events. */
export interface TabActor {
  tab: Tab
  /** Opens a route, e.g. "/pages/index/index". */
  open(path: string): Promise<void>
  /** Waits until the visible page shows the text, or has told it since the last look, and returns it. */
  sees(text: Text): Promise<string>
  /** Waits until the text is nowhere on the visible page. */
  seesNoMore(text: Text): Promise<void>
  /** Waits for an element of a role with that accessible name and returns its text. */
  reads(role: string, name?: Text): Promise<string>
  /** Whether there is such an element now. */
  has(role: string, name?: Text): Promise<boolean>
  /** Presses a button, or another role. */
  presses(name: Text, role?: string): Promise<void>
  /** Replaces what a labeled field holds, key by key. */
  fills(label: Text, text: string): Promise<void>
  valueOf(label: Text): Promise<string>
  /** Waits until the address shows this route. */
  arrivesAt(path: string): Promise<void>
  /** For people, who ask for it with PICTURES=1. */
  screenshot(name: string): Promise<void>
  /** Asks the API as the page does, with the token that the page keeps, or sends it something; refusals are thrown. */
  asks<T>(path: string, sent?: object): Promise<T>
}

/** One whose page can be told more, through puppeteer. */
export interface Actor extends TabActor {
  page: Page
}

export function createActor(page: Page, origin: string): Actor {
  return { page, ...createTabActor(puppeteerTab(page), origin) }
}

/** A user at a tab of any engine. `origin` is the server's, e.g. "http://127.0.0.1:41234". */
export function createTabActor(tab: Tab, origin: string): TabActor {
  const { waitFor, findAll, read } = finder(tab)
  return {
    tab,
    async open(path) {
      await tab.go(`${origin}/h5/#${path}`)
    },
    sees: (text) => read({ by: 'text', text, heard: true }, `the text ${text}`, textOf),
    async seesNoMore(text) {
      await waitFor(`the text ${text} to go`, async () =>
        (await findAll({ by: 'text', text })).length === 0 ? true : undefined,
      )
    },
    reads: (role, name) => read({ by: 'role', role, text: name }, `${role} ${name ?? ''}`, textOf),
    async has(role, name) {
      return (await findAll({ by: 'role', role, text: name })).length > 0
    },
    async presses(name, role = 'button') {
      await waitFor(`${role} ${name} to press`, async () => {
        for (const element of await findAll({ by: 'role', role, text: name })) {
          if (!(await element.evaluate(isPressable))) continue
          await element.press()
          return true
        }
        return undefined
      })
    },
    async fills(label, text) {
      // In a sheet that is still rising a press would hit what is below the field.
      const field = await waitFor(`the field ${label} to fill`, async () => {
        const [found] = await findAll({ by: 'label', text: label })
        return found && (await found.evaluate(isPressable)) ? found : undefined
      })
      await field.type(text)
    },
    valueOf: (label) => read({ by: 'label', text: label }, `the field ${label}`, valueOfField),
    async arrivesAt(path) {
      const isThere = async () => decodeURIComponent(new URL(await tab.url()).hash).startsWith(`#${path}`)
      await waitFor(`the route ${path}`, async () => ((await isThere()) ? true : undefined))
    },
    async screenshot(name) {
      if (KEEPS_PICTURES) await tab.screenshot(join(OUTPUT, `${name}.png`))
    },
    async asks<T>(path: string, sent?: object) {
      const token = await tab.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').value?.token)
      const headers = { authorization: `Bearer ${token}`, ...(sent && { 'content-type': 'application/json' }) }
      const request = sent ? { method: 'POST', headers, body: JSON.stringify(sent) } : { headers }
      const answer = await fetch(`${origin}/api${path}`, request)
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as T
    },
  }
}

const textOf = (element: TabElement) => element.evaluate((node) => (node.textContent ?? '').replace(/\s+/g, ' ').trim())

const valueOfField = (element: TabElement) =>
  element.evaluate((node) => (node instanceof HTMLInputElement ? node.value : ''))

function finder(tab: Tab) {
  const findAll = (query: Query) => tab.find(findInPage, { ...query, text: portable(query.text) })
  const describe = async () => {
    const outline = await tab.evaluate(outlineOfPage).catch(() => 'the page does not answer')
    await tab.screenshot(join(OUTPUT, 'failure.png')).catch(() => undefined)
    return `The page shows:\n${outline}`
  }
  /** Polls; an evaluation that a navigation cut off counts as "not yet". */
  const waitFor = <T>(what: string, check: () => Promise<T | undefined>) =>
    until(what, () => check().catch(() => undefined), { everyMs: POLL_MS, describe })
  /** The text of the first that is found. Found and read in one turn: a message may go between the two. */
  const read = (query: Query, what: string, take: (element: TabElement) => Promise<string>) =>
    waitFor(what, async () => {
      const [found] = await findAll(query)
      return found && take(found)
    })
  return { findAll, waitFor, read }
}
