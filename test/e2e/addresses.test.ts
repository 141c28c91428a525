import type { Order } from '../../contract/orders'
import { until } from '../support/until'
import type { Actor } from './actor'
import { registerUser } from './consoleUser'
import { placesOrder } from './hiding'
import { placesByTicket } from './placing'
import { containing, textsOf } from './texts'
import { openApp } from './userApp'
import { ORIGIN, sharedBrowser } from './visitors'

const t = textsOf('en-US')
const browser = sharedBrowser()

/** Places of the history, by a short name. */
const ADDRESSES = {
  home: '/pages/index/index',
  orders: '/pages/order/order',
  btc: '/pages/Detail/Detail?symbol=BTCUSDT',
  eth: '/pages/Detail/Detail?symbol=ETHUSDT',
  sol: '/pages/Detail/Detail?symbol=SOLUSDT',
}
const CODES = { btc: 'BTC', eth: 'ETH', sol: 'SOL' }
type Place = keyof typeof ADDRESSES | 'order'
type Step = Place | 'back' | 'forward'

/** Runs in the page: the heading of the page in front, and the title of the document. */
const shown = () => {
  const pages = [...document.querySelectorAll('.taro_page')].filter((node) => node.checkVisibility())
  const heading = pages.at(-1)?.querySelector('[role=heading][aria-level="1"]')?.textContent ?? ''
  return { heading, title: document.title, hash: decodeURIComponent(location.hash.slice(1)) }
}

/** As somebody types it, follows a link, or presses the browser's buttons. */
async function takes({ page }: Actor, step: Step, addresses: Record<Place, string>) {
  if (step === 'back') await page.evaluate(() => history.back())
  else if (step === 'forward') await page.evaluate(() => history.forward())
  else await page.evaluate((next) => location.assign(`#${next}`), addresses[step])
}

const HISTORIES: Step[][] = [
  ['home', 'btc', 'order', 'eth'],
  ['btc', 'order', 'eth', 'back', 'back'],
  ['eth', 'btc', 'eth', 'back', 'forward'],
  ['home', 'btc', 'orders', 'order', 'eth', 'back', 'sol', 'back', 'back', 'eth'],
  ['btc', 'eth', 'sol', 'btc', 'back', 'back', 'back', 'forward', 'eth'],
  ['orders', 'sol', 'order', 'btc', 'order', 'sol', 'eth'],
]

test('page, title and order are of the product in the address, whatever the history', async () => {
  const { session } = await registerUser('stack')
  const { actor, opened } = await openApp(browser(), ORIGIN, { session, locale: 'en-US' })
  const order = await placesOrder(actor, '20.00', 'long')
  const addresses = { ...ADDRESSES, order: `/pages/order/closed?id=${order}` }
  for (const history of HISTORIES) {
    await actor.open(addresses[history[0] as Place])
    for (const [at, step] of history.entries()) {
      await takes(actor, step, addresses)
      const walked = history.slice(0, at + 1).join(' > ')
      const isThere = async () => {
        const { heading, title, hash } = await actor.page.evaluate(shown)
        const place = Object.entries(CODES).find(([name]) => hash.startsWith(ADDRESSES[name as keyof typeof CODES]))
        return place === undefined ? heading !== '' : heading.includes(place[1]) && title.includes(place[1])
      }
      const describe = async () => JSON.stringify([await actor.page.evaluate(shown), opened.complaints])
      await until(`the page of the address after ${walked}`, isThere, { describe })
    }
  }

  await actor.presses(containing(t('trade.buyUp')))
  await actor.fills(t('trade.amount'), '21')
  await placesByTicket(actor, t, containing('21.00 USD'))
  const { items } = await actor.asks<{ items: Order[] }>('/orders?state=holding')
  expect(items.map(({ symbol, stake }) => `${symbol} ${stake}`)).toContain('ETHUSDT 21.00')
  expect(opened.complaints).toEqual([])
})
