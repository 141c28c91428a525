import type { Product } from '../../contract/market'
import { newId } from '../../server/test/ids'
import { ROUTES } from '../../src/routes'
import { until } from '../support/until'
import type { Actor } from './actor'
import { ask, places } from './demoVisit'
import { QUICK } from './quickOrders'

/** The pages' texts about the user's own money. */

/** Responses with nothing but the user's own money, and prices. */
const OWN = [
  '/me',
  '/orders?state=holding',
  '/orders?state=closed',
  '/capital-record',
  '/deposits',
  '/withdrawals',
  '/savings/movements',
  '/account-limits',
]
/** An amount of at least 300.00 with cents: limits and usual amounts are whole, and a price or its change may equal a smaller one. */
const OWN_AMOUNT = /^-?((?:[3-9]\d\d|[1-9]\d{3,})\.(?!00)\d\d)$/

function amountsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /price/i.test(key) ? [] : (OWN_AMOUNT.exec(value)?.slice(1) ?? [])
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => amountsIn(part, name))
}

const tokenOf = ({ page }: Actor) =>
  page.evaluate((): string => JSON.parse(localStorage.getItem('session') ?? '{}').value.token)

const quickTerms = { symbol: QUICK.symbol, durationSeconds: QUICK.seconds, earningsRateBp: QUICK.earningsRateBp }

async function longTerms(actor: Actor) {
  const { durations } = await actor.asks<Product>('/products/BTCUSDT')
  const longest = durations[durations.length - 1]
  if (!longest) throw new Error('the product is not traded')
  return { symbol: 'BTCUSDT', durationSeconds: longest.seconds, earningsRateBp: longest.earningsRateBp }
}

/** An order of odd cents, and the id under which it is found when it is closed. */
export async function placesOrder(actor: Actor, stake: string, lasting: 'short' | 'long'): Promise<string> {
  const terms = { direction: 'up', stake, ...(lasting === 'short' ? quickTerms : await longTerms(actor)) } as const
  return places(await tokenOf(actor), terms)
}

export const savesMoney = async (actor: Actor, amount: string) =>
  ask('/savings/deposits', { token: await tokenOf(actor), body: { id: newId(), amount } })

/** Everything that the page in front shows or tells a screen reader. */
const said = () => {
  const told = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt', 'aria-valuetext']
  const shown = [...document.querySelectorAll('body *')].filter((node) => node.checkVisibility())
  const attributes = shown.flatMap((node) => told.map((name) => node.getAttribute(name) ?? ''))
  // biome-ignore lint/performance/useDomNodeTextContent: pages below stay in the document
  return [document.title, document.body.innerText, ...attributes].join('\n')
}

/** The page of the address, which a guard may have changed, is in front and has loaded. */
const hasLoaded = () => {
  const path = decodeURIComponent(location.hash.slice(1)).split('?')[0] ?? ''
  const page = [...document.querySelectorAll('.taro_page')].find(
    (node) => node.id.startsWith(`${path}?`) && node.checkVisibility({ visibilityProperty: true }),
  )
  const isBusy = [...(page?.querySelectorAll('[aria-busy="true"], .skeleton') ?? [])].some((node) =>
    node.checkVisibility(),
  )
  return !isBusy && Boolean(page?.querySelector('[role="main"]')?.textContent)
}

/** Page → the amounts of the user that can be read there. */
export async function pagesThatTell(actor: Actor, locale: string, queries: Record<string, string>) {
  const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 })
  const isTold = (words: string, amount: string) =>
    new RegExp(`(?<![\\d.,])${written.format(amount as unknown as number).replace(/\./g, '\\.')}(?!\\d)`).test(words)
  const own = amountsIn(await Promise.all(OWN.map((path) => actor.asks<unknown>(path))))
  const found: Record<string, string[]> = {}
  for (const { path } of ROUTES) {
    await actor.open(`/${path}${queries[path] ?? ''}`)
    await until(`${path} to load`, () => actor.page.evaluate(hasLoaded))
    const amounts = new Set([...own, ...amountsIn(await actor.asks('/me'))])
    const words = await actor.page.evaluate(said)
    const told = [...amounts].filter((amount) => isTold(words, amount))
    if (told.length > 0) found[path] = told
  }
  return found
}
