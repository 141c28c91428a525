import type { Order, OrderPage } from '../../contract/orders'
import { pause, until } from '../support/until'
import type { Actor } from './actor'
import { registerUser } from './consoleUser'
import { placesOrder } from './hiding'
import { beginning, textsOf } from './texts'
import { openApp } from './userApp'
import { ORIGIN, sharedBrowser } from './visitors'

/** The box of the line of an order, and its padding, in units of its picture. */
const BOX = { width: 320, padding: 2 }

const browser = sharedBrowser()

/** Once the order has its entry price. */
const entered = (actor: Actor): Promise<Order & { entryAt: string; expiresAt: string }> =>
  until('the entry', async () => {
    const [order] = (await actor.asks<OrderPage>('/orders?state=holding')).items
    return order?.entryAt && order.expiresAt
      ? { ...order, entryAt: order.entryAt, expiresAt: order.expiresAt }
      : undefined
  })

/** Seconds after the entry at which the line of the first position begins and ends. */
async function lineOf(actor: Actor, { entryAt, expiresAt }: { entryAt: string; expiresAt: string }) {
  const picture = await actor.page.evaluate(() => {
    const line = [...document.querySelectorAll('.order-line__prices')].find((node) => node.checkVisibility())
    return line?.querySelector('path')?.getAttribute('d') ?? ''
  })
  const points = picture
    .slice(1)
    .split('L')
    .map((point) => Number(point.split(' ')[0]))
  const seconds = (Date.parse(expiresAt) - Date.parse(entryAt)) / 1_000
  const at = (x = Number.NaN) => ((x - BOX.padding) / (BOX.width - 2 * BOX.padding)) * seconds
  return { begins: at(points[0]), ends: at(points.at(-1)) }
}

test('a device that opens the positions late draws an order from its entry on', async () => {
  const user = await registerUser('late')
  const { actor, opened } = await openApp(browser(), ORIGIN, { session: user.session, locale: 'en-US' })
  await placesOrder(actor, '20.00', 'long')
  const order = await entered(actor)
  await pause(Date.parse(order.entryAt) + 10_000 - Date.now())
  await actor.open('/pages/order/order')
  await actor.sees(textsOf('en-US')('orders.holdings', { count: 1 }))
  const line = await until('the line from the entry on', async () => {
    const { begins, ends } = await lineOf(actor, order)
    return begins < 3 && ends > 9 ? { begins, ends } : undefined
  })
  expect(line.begins).toBeGreaterThanOrEqual(-0.2)
  // Its prices are in the card without a tap, and not on its edge.
  const belowPrices = await actor.page.evaluate(() => {
    const bottomOf = (part: string) =>
      [...document.querySelectorAll(part)].find((node) => node.checkVisibility())?.getBoundingClientRect().bottom ??
      Number.NaN
    return bottomOf('.position') - bottomOf('.position__prices > *')
  })
  expect(belowPrices).toBeGreaterThanOrEqual(8)
  expect(opened.complaints).toEqual([])
})

/** Runs in the page: the middle of the button with these words below the chart, once it stands still and would be met there. */
const middleOf = async (words: string) => {
  for (let before = ''; ; ) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const buttons = [...document.querySelectorAll('.trade-bar__buttons button')]
    const button = buttons.find(({ textContent }) => textContent?.includes(words))
    const box = button?.getBoundingClientRect() ?? new DOMRect()
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    if (JSON.stringify(middle) === before && button?.contains(document.elementFromPoint(middle.x, middle.y)))
      return middle
    before = JSON.stringify(middle)
  }
}

/** The sheet is there, and its styles let presses through. */
const isAwake = () => {
  const sheet = document.querySelector('.sheet:not(.sheet--away) .wakes')
  return sheet !== null && getComputedStyle(sheet).pointerEvents !== 'none'
}

test.each([
  [0, 'at once'],
  [120, 'at once'],
  [300, 'by a phone so slow that the sheet has been there for long'],
])(
  'a second tap on the same place, %i ms after the one on Buy and handed on %s, places no order',
  async (gapMs, when) => {
    const { session } = await registerUser('tap')
    const { actor, opened } = await openApp(browser(), ORIGIN, { session, locale: 'en-US' })
    const { page } = actor
    const t = textsOf('en-US')
    await actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
    await actor.reads('button', beginning(`▲\u00a0${t('trade.buyUp')}`))
    // The ticket is made ahead of the tap.
    await page.waitForFunction(() => document.querySelector('.sheet--away .ticket__place') !== null)
    const input = await page.createCDPSession()
    const where = await page.evaluate(middleOf, t('trade.buyUp'))
    /** When a finger was there is told with the press, whenever it is handed on. */
    const tap = async (atMs: number) => {
      for (const type of ['mousePressed', 'mouseReleased'] as const)
        await input.send('Input.dispatchMouseEvent', {
          type,
          ...where,
          button: 'left',
          clickCount: 1,
          timestamp: atMs / 1_000,
        })
    }
    const firstAt = Date.now()
    await tap(firstAt)
    if (when !== 'at once') await page.waitForFunction(isAwake)
    await tap(firstAt + gapMs)
    await page.waitForFunction(isAwake)
    // What it kept from that tap, it takes from the next, which is the only one that came through.
    await actor.presses(new RegExp(t('trade.place', { order: '.*' })))
    await entered(actor)
    expect((await actor.asks<OrderPage>('/orders?state=holding')).items).toHaveLength(1)
    expect(opened.complaints).toEqual([])
  },
)
